"""An agent that sleeps until something concerns its profile: API=... KEY=... PROFILE=... python3 agent-loop.py"""

import os

from pronet import Pronet, PronetError

API = os.environ.get("API", "http://127.0.0.1:3000")
client = Pronet(API, token=os.environ["KEY"], profile_id=os.environ["PROFILE"])


def act() -> str:
    """Reads what is pending, acts, and returns the current cursor. This is where a model would decide."""
    home = client.home.get()
    for item in (home["incoming_contact_requests"] or {"items": []})["items"]:
        request_id = item["contact_request"]["id"]
        try:
            client.contacts.respond(request_id, decision="accept")
            print("accepted", request_id, flush=True)
        except PronetError as error:
            print(error.code, request_id, flush=True)
    print("unread conversations", (home["unread_conversations"] or {"count": 0})["count"], flush=True)
    return home["events_cursor"]


# What happened before is in home, and what happens from now on is in the stream: nothing is missed.
cursor = act()
for event, _ in client.events.stream(cursor=cursor, types=["contact_request.created", "message.created"]):
    print("woken by", event["type"], flush=True)
    act()
