"""One script for each Python client, run by an interpreter of its own environment."""
