"""One table for each list of requirements, in the order of its list."""
