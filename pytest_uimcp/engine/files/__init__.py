"""The files of an app directory: finding them, reading them, watching them, running them again."""
