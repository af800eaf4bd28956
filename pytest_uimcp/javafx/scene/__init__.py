"""JavaFX scenes without a JVM: a library that knows no server, no protocol and no test."""
