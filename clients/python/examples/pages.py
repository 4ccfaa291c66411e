"""Prints the newest posts of a profile. It needs no key."""

import os

from pronet import Pronet

client = Pronet(os.environ.get("PRONET_URL", "http://127.0.0.1:3000"))
profile_id = os.environ["PRONET_PROFILE"]

posts = client.posts.list_of_profile(profile_id, limit=2, view="compact")
for count, post in enumerate(posts, start=1):
    print(f"{count}. {post['body_preview']}")
    # A page is fetched when its first item is needed, so stopping early fetches no extra page.
    if count == 4:
        break
