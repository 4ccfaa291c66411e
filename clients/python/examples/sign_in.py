"""Signs in with the browser once, and posts as the profile that the person chooses."""

import os

from pronet import Pronet, PronetError, oauth

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
session = oauth.OAuth(base_url, store=oauth.FileStore("~/.config/pronet-example/tokens.json"))
if session.tokens is None:
    session.sign_in(["posts:write"], name="Example program")

client = Pronet(base_url, token=session)
try:
    print(client.posts.create(body="Posted by a program that I allowed")["url"])
except PronetError as error:
    print(error.code, error.agent.get("hint"))
