"""What a test writer holds: projects, pages, and the fixtures that make them."""
