import io
import unittest
from datetime import date, datetime, timedelta, timezone
from itertools import islice
from pathlib import Path

from given import EMAIL, PASSWORD, PICTURES, PROFILE, URL, client
from pronet import OMIT, Page, Pronet, PronetError, __version__, agent_of


class Calls(unittest.TestCase):
    def setUp(self):
        self.client = client()
        self.addCleanup(self.client.close)

    def refused(self, call, *args, **options):
        with self.assertRaises(PronetError) as caught:
            call(*args, **options)
        return caught.exception

    def test_person_signs_in_and_out(self):
        with Pronet(URL) as anonymous:
            token = anonymous.account.create_session(email=EMAIL, password=PASSWORD)["session"]["token"]
            session = anonymous.with_options(token=token)
            self.assertEqual(session.me.get()["principal"]["type"], "session")
            self.assertEqual(session.account.revoke_session("current")["revoked"], True)
            error = self.refused(session.account.get)
        self.assertEqual((error.status, error.code), (401, "revoked_credentials"))

    def test_token_may_be_a_function(self):
        with client(token=lambda: "nonsense") as wrong:
            self.assertEqual(self.refused(wrong.me.get).status, 401)

    def test_post_is_created_edited_and_removed(self):
        post = self.client.posts.create(body="From Python: grüße 🎉", visibility="members")
        self.assertEqual((post["body"], post["profile_id"]), ("From Python: grüße 🎉", PROFILE))
        self.assertEqual(agent_of(post)["next_actions"][0]["path"], f"/v1/posts/{post['id']}")
        edited = self.client.posts.update(post["id"], body="Edited", expected_revision=post["revision"])
        self.assertEqual((edited["body"], edited["visibility"]), ("Edited", "members"))
        self.assertEqual(self.client.posts.remove(post["id"]), {"post_id": post["id"], "removed": True})
        self.assertEqual(self.refused(self.client.posts.get, post["id"]).code, "post_not_found")

    def test_pictures_come_as_paths_bytes_and_files(self):
        wide, small = PICTURES
        post = self.client.posts.create_with_images(
            body="Two pictures", images=[Path(wide), Path(small).read_bytes()], alt_text=["The first", "Die zweite: ü"]
        )
        shown = [(image["alt_text"], image["width"]) for image in post["images"]]
        self.assertEqual(shown, [("The first", 640), ("Die zweite: ü", 64)])
        draft = self.client.posts.create(body="A draft", status="draft")
        replaced = self.client.posts.replace_images(draft["id"], images=[io.BytesIO(Path(small).read_bytes())])
        self.assertEqual([image["width"] for image in replaced["images"]], [64])
        profile = self.client.profiles.set_avatar(PROFILE, image=wide, theme="dark")
        self.assertTrue(profile["media"]["avatar"]["dark"]["medium_url"])
        self.client.profiles.remove_avatar(PROFILE, theme="dark")

    def test_refused_upload_says_why_although_it_was_not_read(self):
        with client(token="nonsense", retries=0) as stranger:
            error = self.refused(stranger.posts.create_with_images, images=[b"x" * 8_000_000])
        self.assertEqual(error.status, 401)

    def test_list_yields_every_item_once_and_fetches_pages_on_demand(self):
        for text in ("one", "two", "three", "four", "five"):
            self.client.posts.create(body=text)
        page = self.client.posts.list_of_profile(PROFILE, limit=2)
        self.assertEqual([post["body_preview"] for post in page.items], ["five", "four"])
        texts = [post["body_preview"] for post in islice(page, 5)]
        self.assertEqual(texts, ["five", "four", "three", "two", "one"])
        second = page.next_page()
        self.assertIsInstance(second, Page)
        self.assertEqual(len({post["id"] for post in page}), sum(len(each.items) for each in page.pages()))
        compact = self.client.posts.list_of_profile(PROFILE, view="compact", limit=1)
        self.assertNotIn("created_at", compact.items[0])
        self.assertTrue(compact.agent["hint"])

    def test_feed_counts_what_is_new(self):
        self.client.posts.create(body="Before")
        filters = {"exclude_profile_types": ["company", "ai_agent"]}
        newest = self.client.feed.list(limit=1, **filters).data["newest_cursor"]
        self.client.posts.create(body="After")
        self.assertEqual(self.client.feed.count_new(since=newest, **filters), {"new_count": 1, "capped": False})

    def test_none_leaves_out_or_clears(self):
        update = self.client.profiles.update
        self.assertEqual(update(PROFILE, bio="Herons", occupation="Keeper")["bio"], "Herons")
        kept = update(PROFILE, name=None, call_name="Robin", bio=OMIT)
        self.assertEqual((kept["bio"], kept["occupation"]), ("Herons", "Keeper"))
        self.assertEqual(update(PROFILE, bio=None)["bio"], None)

    def test_names_with_dots_and_reserved_words(self):
        changed = self.client.notifications.update_preferences(body={"comment.created": {"mail": False}})
        self.assertEqual(changed["comment.created"]["mail"], False)
        found = self.client.search.posts(q="Python", from_="2020-01-01", has_images=False, kind=["post", "quote"])
        self.assertIsInstance(found, Page)
        self.assertEqual(self.refused(self.client.posts.return_, "nothing").code, "post_not_found")

    def test_error_says_how_to_recover(self):
        error = self.refused(self.client.posts.create, body="x" * 3001)
        self.assertEqual((error.code, error.status), ("invalid_request", 400))
        field = {"path": "body.body", "rule": "too_long", "limit": 3000, "actual": 3001}
        self.assertEqual(error.agent["fields"], [field])
        self.assertTrue(error.agent["hint"] and error.request_id)
        lines = [f"invalid_request: {error.message}", "body.body: too_long 3000", error.agent["hint"]]
        self.assertEqual(str(error), "\n  ".join(lines))
        wrong = str(self.refused(self.client.posts.create, body="x", visibility="everyone"))
        self.assertIn("body.visibility: allowed_values (public, members, contacts)", wrong)
        other = self.client.with_options(profile_id="01a1fec7-4f91-73ec-a598-1dfaaa9fdf23")
        elsewhere = self.refused(other.posts.create, body="As somebody else")
        self.assertEqual(elsewhere.code, "profile_not_attached")
        self.assertTrue(str(elsewhere).endswith(f"\n  attached_profile_ids: {PROFILE}"))
        lacking = self.refused(self.client.access.list, PROFILE)
        self.assertIn(f"\n  required_scopes: {', '.join(lacking.agent['required_scopes'])}\n  console_url: http", str(lacking))

    def test_id_is_encoded_and_never_empty(self):
        self.assertEqual(self.refused(self.client.posts.get, "../me?x=1#").code, "post_not_found")
        self.assertEqual(self.refused(self.client.posts.get, "..").status, 404)
        with self.assertRaises(ValueError):
            self.client.profiles.remove("")

    def test_moments_and_days_are_datetimes_dates_or_texts(self):
        there = timezone(timedelta(hours=5, minutes=30))
        moment = datetime.now(there).replace(microsecond=250_000) + timedelta(days=30)
        in_utc = moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        trial = self.client.with_options(dry_run=True).posts
        image = Path(PICTURES[1]).read_bytes()
        for post in (
            trial.create(body="Later", scheduled_at=moment),
            trial.create(body="Later", scheduled_at=moment.isoformat(timespec="milliseconds")),
            trial.create_with_images(body="Later", images=[image], scheduled_at=moment),
        ):
            self.assertEqual(post["scheduled_at"], in_utc)
        self.client.posts.create(body="Today")
        later = date.today() + timedelta(days=2)
        self.assertEqual(self.client.posts.list_of_profile(PROFILE, from_=later).items, [])
        self.assertTrue(self.client.posts.list_of_profile(PROFILE, to=later).items)

    def test_datetime_without_time_zone_is_refused_before_the_call(self):
        with self.assertRaisesRegex(ValueError, "no time zone: use one that has, such as datetime.now"):
            self.client.posts.create(body="When?", scheduled_at=datetime(2031, 7, 4))
        with self.assertRaisesRegex(TypeError, "a set can't be sent as JSON"):
            self.client.request("POST", "/v1/posts", json={"body": set()})

    def test_dry_run_stores_nothing(self):
        before = self.client.profiles.get(PROFILE)["posts_count"]
        tried = self.client.with_options(dry_run=True).posts.create(body="Only tried")
        self.assertEqual(agent_of(tried).get("dry_run"), True)
        self.assertEqual(self.client.profiles.get(PROFILE)["posts_count"], before)

    def test_write_with_the_same_key_happens_once(self):
        once = self.client.with_options(idempotency_key="python-once")
        first, second = once.posts.create(body="Once"), once.posts.create(body="Once")
        self.assertEqual(first["id"], second["id"])
        self.assertEqual(agent_of(second).get("replayed"), True)

    def test_lists_without_pages_and_any_call(self):
        countries = self.client.taxonomies.list_countries()
        self.assertIn("DE", [country["code"] for country in countries])
        self.assertTrue(agent_of(countries)["hint"])
        self.assertEqual(self.client.request("GET", "/v1")["version"], __version__)


if __name__ == "__main__":
    unittest.main()
