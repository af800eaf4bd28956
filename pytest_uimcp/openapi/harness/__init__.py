"""What a test holds of a web API whose HTTP is mocked."""
