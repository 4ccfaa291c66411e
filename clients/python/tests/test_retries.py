import time
import unittest

from pronet import ConnectionFailed, Pronet, PronetError
from scripted import answer, lose, scripted


def keys(requests):
    return [headers.get("Idempotency-Key") for _method, _path, headers, _body in requests]


class Retries(unittest.TestCase):
    def refused(self, call, *args, **options):
        with self.assertRaises(PronetError) as caught:
            call(*args, **options)
        return caught.exception

    def test_write_is_repeated_with_its_key(self):
        with scripted(lose, answer(503, Retry_After="0"), answer(), answer()) as (url, requests):
            with Pronet(url, token="key") as client:
                client.posts.create(body="Once")
                client.posts.create(body="Another")
        self.assertEqual([body for _m, _p, _h, body in requests], [b'{"body": "Once"}'] * 3 + [b'{"body": "Another"}'])
        first, second, third, other = keys(requests)
        self.assertRegex(first, "^[0-9a-f]{32}$")
        self.assertTrue(first == second == third != other)

    def test_write_that_is_still_in_progress_after_a_lost_connection_is_asked_for_again(self):
        busy = answer(409, {"error_code": "idempotency_in_progress"}, Retry_After="0")
        with scripted(lose, busy, answer(), busy) as (url, requests), Pronet(url, token="key") as client:
            client.posts.create(body="Once")
            self.assertEqual(self.refused(client.posts.create, body="Another").code, "idempotency_in_progress")
        self.assertEqual(len(requests), 4)

    def test_wait_is_as_long_as_the_server_asks(self):
        with scripted(answer(429, Retry_After="0.2"), answer()) as (url, _), Pronet(url) as client:
            begun_at = time.monotonic()
            client.meta.list_operations()
            self.assertGreater(time.monotonic() - begun_at, 0.19)

    def test_error_is_raised_when_the_wait_is_too_long(self):
        with scripted(answer(429, Retry_After="3600")) as (url, _), Pronet(url) as client:
            error = self.refused(client.meta.list_operations)
        self.assertEqual((error.status, error.code, error.retry_after), (429, "rate_limited", 3600))
        self.assertTrue(str(error).endswith("\n  Repeat after 3600 s."))

    def test_error_is_raised_after_too_many_attempts(self):
        with scripted(lose, lose, answer()) as (url, requests), Pronet(url, retries=1) as client:
            error = self.refused(client.meta.list_operations)
        self.assertIsInstance(error, ConnectionFailed)
        self.assertIsInstance(error, ConnectionError)
        self.assertEqual((error.code, error.status, len(requests)), ("connection_failed", 0, 2))

    def test_sign_up_is_sent_once_and_without_a_key(self):
        for act in (lose, answer(503), answer(429, Retry_After="0")):
            with scripted(act, answer()) as (url, requests), Pronet(url) as client:
                self.refused(client.account.create, email="a@example.com", password="seven quiet herons")
            self.assertEqual(keys(requests), [None])

    def test_anonymous_write_is_repeated_only_if_nothing_has_happened(self):
        for act, count in ((lose, 1), (answer(503), 1), (answer(429, Retry_After="0"), 2)):
            with scripted(act, answer()) as (url, requests), Pronet(url) as client:
                try:
                    client.posts.create(body="x")
                except PronetError:
                    pass
            self.assertEqual(len(requests), count)

    def test_foreign_response_is_an_error_whatever_its_status(self):
        for status, body in ((200, "<html>Sign in to the Wi-Fi</html>"), (502, "Bad gateway"), (200, '{"ok": true}')):
            with scripted(answer(status, body)) as (url, _), Pronet(url) as client:
                error = self.refused(client.meta.list_operations)
            self.assertEqual((error.status, error.code, error.agent), (status, "no_envelope", {}))

    def test_connection_is_used_again(self):
        ports = []

        def note(handler):
            ports.append(handler.client_address[1])
            answer()(handler)

        with scripted(note, note, note) as (url, _), Pronet(url) as client:
            for _ in range(3):
                client.meta.list_operations()
        self.assertEqual(len(set(ports)), 1)

    def test_address_may_have_a_path(self):
        with scripted(answer()) as (url, requests), Pronet(f"{url}/network/") as client:
            client.meta.list_operations(q="a b&c")
        self.assertEqual(requests[0][1], "/network/v1/meta/operations?q=a+b%26c")
        with self.assertRaises(ValueError):
            Pronet("network.example.com")


if __name__ == "__main__":
    unittest.main()
