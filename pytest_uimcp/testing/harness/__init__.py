"""What the harnesses of all servers share: event loop, clock, steps, and the errors of apps."""
