"""Publishes a post with up to four pictures, which are its arguments. The key needs the scope posts:write."""

import os
import sys

from pronet import Pronet, agent_of

paths = sys.argv[1:]
if not paths:
    sys.exit("Name one to four pictures: python3 upload.py photo.jpg")

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
client = Pronet(base_url, token=os.environ["PRONET_KEY"], profile_id=os.environ["PRONET_PROFILE"])

post = client.posts.create_with_images(
    body="The view from here",
    images=paths,
    alt_text=[os.path.basename(path) for path in paths],
)
for image in post["images"]:
    print(f"{image['width']} x {image['height']}: {image['url']}")
print(agent_of(post)["hint"])
