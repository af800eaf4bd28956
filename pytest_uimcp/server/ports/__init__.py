"""The HTTP ports: what each serves at which path, and who may ask."""
