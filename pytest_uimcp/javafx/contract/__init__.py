"""The contract's tools as calls: snapshot, query, node. A server gives them names and carries them."""
