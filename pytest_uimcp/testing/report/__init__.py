"""What a failing test says and leaves: the story, the page, the app's log, the events, and a page about all of it."""
