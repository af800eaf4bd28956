"""The publisher: what a person picks out of any web page goes to the sessions that subscribed to its topic."""
