"""What a browser does when the user uses mouse and keyboard: focus, events in order, default actions."""
