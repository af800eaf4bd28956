"""`pytest --uimcp`: collects the apps of an app directory and checks them."""
