"""A page that lives in the test process: the same messages as a browser, the same elements, no pixels."""
