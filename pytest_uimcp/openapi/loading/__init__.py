"""Where a specification comes from: a file, an address, or a search on the server it describes."""
