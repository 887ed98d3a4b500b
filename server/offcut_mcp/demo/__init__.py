"""``offcut demo``: a real session is folded over MCP, the server is killed, every byte comes back."""
