import threading
import time
import unittest
from unittest import mock

from given import PROFILE, client
from pronet import Pronet, PronetError
from scripted import answer, scripted, stream


class Stream(unittest.TestCase):
    def test_event_arrives_as_it_happens(self):
        with client() as writer, client() as reader:
            cursor = writer.events.list(cursor="now").next_cursor
            threading.Timer(0.3, lambda: writer.posts.create(body="Did you notice?")).start()
            events = reader.events.stream(types=["post.published"], cursor=cursor)
            event, after = next(events)
            events.close()
            self.assertEqual((event["type"], event["profile_id"]), ("post.published", PROFILE))
            self.assertEqual(writer.posts.get(event["object"]["id"])["body"], "Did you notice?")
            self.assertEqual(list(writer.events.list(cursor=after, types=["post.published"])), [])
            self.assertIn("post.published", [one["type"] for one in writer.events.list(cursor=cursor, limit=1)])

    def test_refusal_is_raised(self):
        with client(token="nonsense") as stranger, self.assertRaises(PronetError) as caught:
            next(stranger.events.stream())
        self.assertEqual(caught.exception.status, 401)

    def test_stream_continues_after_the_last_id_and_waits_when_asked(self):
        acts = (
            answer(429, Retry_After="0.6"),
            stream('retry: 10\nid: a\n\nid: b\ndata: {"id":"1"}\n\n: alive\n\nid: c\nda'),
            stream('id: d\r\ndata: {"id":\r\ndata: "2"}\r\n\r\n'),
        )
        with scripted(*acts) as (url, requests), Pronet(url, token="key") as reader:
            begun_at = time.monotonic()
            with mock.patch("pronet._stream.FIRST_PAUSE", 0.01):
                events = reader.events.stream(types=["post.published", "comment.created"])
                first, second = next(events), next(events)
            self.assertEqual(events.cursor, "b", "not the one of the second, which is being handled")
            events.close()
        self.assertEqual([first, second], [({"id": "1"}, "b"), ({"id": "2"}, "d")])
        self.assertGreater(time.monotonic() - begun_at, 0.59)
        self.assertEqual([headers.get("Last-Event-ID") for _m, _p, headers, _b in requests], [None, None, "b"])
        self.assertEqual(requests[0][1], "/v1/events/stream?types=post.published%2Ccomment.created")

    def test_position_is_known_before_the_first_event(self):
        with scripted(stream("id: a\n\n"), answer(401)) as (url, requests), Pronet(url + "/v1/", token="key") as reader:
            with mock.patch("pronet._stream.FIRST_PAUSE", 0.01):
                events = reader.events.stream()
                self.assertIsNone(events.cursor)
                self.assertRaises(PronetError, next, events)
        self.assertEqual((events.cursor, requests[0][1]), ("a", "/v1/events/stream"))

    def test_silent_stream_is_given_up(self):
        hold = threading.Event()

        def silent(handler):
            stream("id: a\n\n")(handler)
            hold.wait(5)

        with scripted(silent, stream('data: {"id":"1"}\n\n')) as (url, requests), Pronet(url, token="key") as reader:
            with mock.patch("pronet._client.SILENCE", 0.2), mock.patch("pronet._stream.FIRST_PAUSE", 0.01):
                events = reader.events.stream()
                self.assertEqual(next(events), ({"id": "1"}, "a"))
            events.close()
            hold.set()
        self.assertEqual(len(requests), 2)


if __name__ == "__main__":
    unittest.main()
