"""Shows what is wrong with a call that the server refuses."""

import os

from pronet import ConnectionFailed, Pronet, PronetError

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
client = Pronet(base_url, token=os.environ["PRONET_KEY"], profile_id=os.environ["PRONET_PROFILE"])

try:
    post = client.posts.create(body="x" * 3001)
    print("Posted:", post["url"])
except ConnectionFailed:
    print("Try again later.")
except PronetError as error:
    # Each entry names a place in the request.
    for field in error.agent.get("fields", []):
        print(f"{field['path']} breaks {field['rule']}: at most {field.get('limit')}, here {field.get('actual')}")
    if error.status == 401:
        print("Please sign in again.")
    elif error.code != "invalid_request":
        print(error.message)
