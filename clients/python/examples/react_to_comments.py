"""Likes every comment on the profile's posts, and continues where it stopped. The key needs posts:write and notifications:read."""

import os
from pathlib import Path

from pronet import Pronet, PronetError

base_url = os.environ.get("PRONET_URL", "http://127.0.0.1:3000")
profile_id = os.environ["PRONET_PROFILE"]
client = Pronet(base_url, token=os.environ["PRONET_KEY"], profile_id=profile_id)
cursor_file = Path(os.environ.get("CURSOR_FILE", "events.cursor"))
if not cursor_file.exists():
    # Before the first stream: otherwise a restart would miss what happens until the first event.
    cursor_file.write_text(client.events.list(cursor="now").next_cursor)

for event, cursor in client.events.stream(types=["comment.created"], cursor=cursor_file.read_text()):
    # The log of a profile also has its own comments.
    if event["actor_profile_id"] != profile_id:
        try:
            client.posts.set_reaction(event["object"]["id"], reaction_type="like", active=True)
            print("Liked", event["object"]["id"], flush=True)
        except PronetError as error:
            # The comment may be gone by now.
            print(error.code, flush=True)
    # Only now: after a crash the event comes again, and a second like changes nothing.
    cursor_file.write_text(cursor)
