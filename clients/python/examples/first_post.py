import os

from pronet import Pronet

client = Pronet(os.environ["PRONET_URL"], token=os.environ["PRONET_KEY"], profile_id=os.environ["PRONET_PROFILE"])

post = client.posts.create(body="Hello from Python!")
print("Posted:", post["url"])

state = client.posts.set_reaction(post["id"], reaction_type="celebrate", active=True)
print("Reactions:", state["likes_count"])
