"""What the contract tells of a scene: paths, uids, `UiNode`, `UiSnapshot`, and a text form that is short to read."""
