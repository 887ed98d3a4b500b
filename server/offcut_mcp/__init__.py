"""offcut over the Model Context Protocol: a thin shell around the library."""
