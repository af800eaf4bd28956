"""What a test writer holds: servers, pages and projects as pytest fixtures."""
