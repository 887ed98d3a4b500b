"""Real agent programs and MCP clients, run offline against model services on loopback."""
