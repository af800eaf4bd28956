"""What every room may use: errors, the data that travels with the package, its version, clocks, steps."""
