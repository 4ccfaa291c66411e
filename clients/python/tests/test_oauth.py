import json
import os
import stat
import tempfile
import unittest
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import urlopen

from given import BROWSER, PROFILE, URL
from pronet import Pronet, PronetError, oauth
from scripted import answer, scripted


def person(url, decision="allow"):
    """Opens the address as the browser of a person, who signs in and decides."""
    address = f"{BROWSER}/?decision={decision}&url={quote(url, safe='')}"
    urlopen(address).close()


class Kept(oauth.MemoryStore):
    def __init__(self, tokens):
        super().__init__()
        self.save(tokens)


class OAuth(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "new", "tokens.json")
        self.store = oauth.FileStore(self.path)

    def signed_in(self):
        session = oauth.OAuth(URL, store=self.store)
        session.sign_in(["posts:write"], name="Python test", open_browser=person)
        return session

    def failed(self, call, *args, **options):
        with self.assertRaises(oauth.OAuthError) as caught:
            call(*args, **options)
        return caught.exception

    def test_program_signs_in_refreshes_and_revokes(self):
        session = self.signed_in()
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        with Pronet(URL, token=session) as client:
            self.assertEqual(client.posts.create(body="By an app")["profile_id"], PROFILE)
            first = self.store.load()
            self.store.save({**first, "expires_at": 0})
            self.assertEqual(client.me.get()["principal"]["type"], "oauth")
            second = self.store.load()
            self.assertNotEqual(first["access_token"], second["access_token"])
            self.assertNotEqual(first["refresh_token"], second["refresh_token"])
            # Another process of the program continues with what this one has stored.
            self.assertEqual(oauth.OAuth(URL, store=self.store).access_token(), second["access_token"])
            session.revoke()
            self.assertIsNone(session.tokens)
            self.assertEqual(self.failed(client.me.get).code, "not_signed_in")
            with self.assertRaises(PronetError) as caught:
                client.with_options(token=second["access_token"]).me.get()
            self.assertEqual(caught.exception.status, 401)

    def test_refused_refresh_forgets_the_tokens(self):
        session = self.signed_in()
        self.store.save({**self.store.load(), "expires_at": 0, "refresh_token": "nonsense"})
        error = self.failed(session.access_token)
        self.assertEqual((error.code, error.status), ("invalid_grant", 400))
        self.assertIsNone(session.tokens)

    def test_session_ended_elsewhere_is_forgotten_after_a_refused_call_or_stream(self):
        for call in (lambda client: client.me.get(), lambda client: next(client.events.stream())):
            session = self.signed_in()
            with Pronet(URL, token=session) as client:
                client.me.get()
                first = self.store.load()
                session.refused("pno_of_another_session")
                self.assertEqual(self.store.load(), first)
                oauth.OAuth(URL, store=Kept(first)).revoke()
                self.assertEqual(self.store.load(), first)
                self.assertEqual(self.failed(call, client).code, "invalid_grant")
                self.assertIsNone(session.tokens)
                self.assertEqual(self.failed(call, client).code, "not_signed_in")

    def test_person_refuses(self):
        session = oauth.OAuth(URL)
        error = self.failed(session.sign_in, ["posts:write"], open_browser=lambda url: person(url, "deny"))
        self.assertEqual(error.code, "access_denied")
        self.assertIsNone(session.tokens)

    def test_person_does_not_decide(self):
        session = oauth.OAuth(URL, client_id="https://app.example.com/client.json")
        error = self.failed(session.sign_in, ["posts:write"], open_browser=lambda _url: None, timeout=0.1)
        self.assertEqual(error.code, "timeout")

    def test_answers_of_others_are_refused(self):
        session = oauth.OAuth(URL, client_id="https://app.example.com/client.json")
        asked = session.authorize("https://app.example.com/back", ["posts:write", "feed:read"])
        query = {name: value for name, [value] in parse_qs(urlsplit(asked.url).query).items()}
        self.assertEqual((query["scope"], query["resource"]), ("posts:write feed:read", URL))
        self.assertNotIn(asked.verifier, asked.url)
        back = f"https://app.example.com/back?code=c&iss={quote(URL, safe='')}&state="
        self.assertEqual(self.failed(session.finish, asked, back + "other").code, "invalid_state")
        elsewhere = f"https://app.example.com/back?code=c&iss=https://evil.example.com&state={asked.state}"
        self.assertEqual(self.failed(session.finish, asked, elsewhere).code, "invalid_issuer")
        error = self.failed(session.finish, asked, back + asked.state)
        self.assertEqual((error.code, error.status), ("invalid_client", 401))

    def test_server_without_oauth(self):
        session = oauth.OAuth(URL)
        with self.assertRaises(ValueError):
            session.authorize("https://app.example.com/back", [])
        with scripted(answer(404, "<html>")) as (url, _), self.assertRaises(oauth.OAuthError) as caught:
            oauth.OAuth(url).register("Python test", [])
        self.assertEqual((caught.exception.code, caught.exception.status), ("no_oauth", 404))
        metadata = json.dumps({"issuer": URL})
        with scripted(answer(200, metadata)) as (url, _):
            self.assertEqual(self.failed(oauth.OAuth(url).register, "Python test", []).code, "not_supported")


if __name__ == "__main__":
    unittest.main()
