"""What users state, a module for each language."""
