"""Pages and files that both ports serve."""
