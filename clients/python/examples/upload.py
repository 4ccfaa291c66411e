import os
import sys

from pronet import Pronet, agent_of

client = Pronet(os.environ["PRONET_URL"], token=os.environ["PRONET_KEY"], profile_id=os.environ["PRONET_PROFILE"])

paths = sys.argv[1:]
post = client.posts.create_with_images(
    body="The view from here",
    images=paths,
    alt_text=[os.path.basename(path) for path in paths],
)
for image in post["images"]:
    print(f"{image['width']} x {image['height']}: {image['url']}")
print(agent_of(post)["hint"])
