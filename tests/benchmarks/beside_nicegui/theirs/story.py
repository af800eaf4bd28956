"""The story with NiceGUI's `user` fixture."""

import pytest
from nicegui.testing import User


@pytest.mark.parametrize("n", range(15))
async def test_story(user: User, n: int) -> None:
    await user.open("/")
    await user.should_see("Count: 0")
    user.find("Increment").click()
    user.find("Increment").click()
    await user.should_see("Count: 2")
    for item in ("apple", "banana", "cherry"):
        user.find("Item").type(item)
        user.find("Add").click()
        await user.should_see(item)
