"""Likes every comment on the profile's posts, and continues where it stopped."""

import os
from pathlib import Path

from pronet import Pronet, PronetError

client = Pronet(os.environ["PRONET_URL"], token=os.environ["PRONET_KEY"], profile_id=os.environ["PRONET_PROFILE"])
cursor_file = Path(os.environ.get("CURSOR_FILE", "events.cursor"))
if not cursor_file.exists():
    # Before the first stream: otherwise a restart would miss what happens until the first event.
    cursor_file.write_text(client.events.list(cursor="now").next_cursor)

for event, cursor in client.events.stream(types=["comment.created"], cursor=cursor_file.read_text()):
    try:
        client.posts.set_reaction(event["object"]["id"], reaction_type="like", active=True)
        print("Liked", event["object"]["id"], flush=True)
    except PronetError as error:
        # The comment may be gone by now.
        print(error.code, flush=True)
    # Only now: after a crash the event comes again, and a second like changes nothing.
    cursor_file.write_text(cursor)
