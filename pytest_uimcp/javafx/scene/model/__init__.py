"""Classes, properties, lists, nodes: what a program makes and changes."""
