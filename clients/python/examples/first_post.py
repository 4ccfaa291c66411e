"""Publishes a post, and reacts to it. The key needs the scope posts:write."""

import os

from pronet import Pronet

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
client = Pronet(base_url, token=os.environ["PRONET_KEY"], profile_id=os.environ["PRONET_PROFILE"])

post = client.posts.create(body="Hello from Python!")
print("Posted:", post["url"])

state = client.posts.set_reaction(post["id"], reaction_type="celebrate", active=True)
print("Reactions:", state["likes_count"])
