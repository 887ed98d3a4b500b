"""What users and assistants say when nobody states anything, a module for each language."""
