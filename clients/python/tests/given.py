"""What `test/clients/python.test.ts` has prepared."""

import os

from pronet import Pronet

URL = os.environ["PRONET_URL"]
KEY = os.environ["PRONET_KEY"]
PROFILE = os.environ["PRONET_PROFILE"]
EMAIL = os.environ["PRONET_EMAIL"]
PASSWORD = os.environ["PRONET_PASSWORD"]
BROWSER = os.environ["PRONET_BROWSER"]
PICTURES = [os.environ["PRONET_WIDE_PICTURE"], os.environ["PRONET_SMALL_PICTURE"]]


def client(**options):
    return Pronet(URL, **{"token": KEY, "profile_id": PROFILE, **options})
