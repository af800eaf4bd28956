"""What a specification says, in the words of OpenAPI 3: values in, values out, nothing fetched and nothing called."""
