"""Style sheets: the themes of a base directory, and Shoelace with its tokens."""
