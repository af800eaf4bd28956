"""What a user does to a scene: mouse, keys, wheel, and how controls answer.

`events` carries an event to a node and up from there; `behaviors` are the answers of controls, by class and kind of
event; `mouse` and `keyboard` are the devices, which find out where an event goes. `robot` is both at once: what tests
use.
"""
