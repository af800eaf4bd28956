"""What a browser does when a human uses mouse and keyboard: focus, events in their order, default actions."""
