"""Tests that a crowd of clients from a few addresses leaves room for the sessions of another address.

The attack is bounded, and only the machine itself is a target: all addresses belong to 127.0.0.0/8.
"""

import http.client
import json
import threading

LIMIT, ROUNDS = 8, 40
"""The host's limit of sessions, and the number of sessions that each attacking client opens."""


def ask(port, address, method, path, body=None, **fields):
    """Sends a request from an address, and returns the status and the JSON of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(address, 0))
    try:
        content = {} if body is None else {"Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), content | fields)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    finally:
        connection.close()


def open_session(port, address, **fields):
    """Opens a session, and returns the status and the session's id."""
    status, body = ask(port, address, "POST", "/api/sessions", {"feature": "game"}, **fields)
    return status, body.get("session")


def attack(port, address, answers, **fields):
    for _ in range(ROUNDS):
        status, session = open_session(port, address, **fields)
        answers.append(status)
        if session:
            # The session is used, so it does not rest.
            ask(port, address, "GET", f"/api/sessions/{session}")


def attacked(port, clients):
    """Starts an attack by several clients, as pairs of an address and header fields."""
    answers = []
    threads = [threading.Thread(target=attack, args=(port, address, answers), kwargs=fields, daemon=True)
               for address, fields in clients]
    for thread in threads:
        thread.start()
    return threads, answers


def keeps_two_sessions(port, address, threads, answers, **fields):
    """Checks that a person gets two sessions during an attack and keeps them until its end."""
    opened = [open_session(port, address, **fields) for _ in range(2)]
    assert [status for status, _ in opened] == [201, 201], (opened, answers)
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    for _, session in opened:
        assert ask(port, address, "GET", f"/api/sessions/{session}")[0] == 200
    assert 503 in answers and set(answers) <= {201, 503}, answers


def test_two_addresses_that_open_sessions_leave_room_for_a_third(start_host):
    host = start_host("--max-sessions", str(LIMIT))
    # Before the attack is over, the first two addresses hold all sessions.
    for address in ("127.0.0.2", "127.0.0.3"):
        for _ in range(LIMIT):
            open_session(host.port, address)
    threads, answers = attacked(host.port, 2 * [("127.0.0.2", {}), ("127.0.0.3", {})])
    keeps_two_sessions(host.port, "127.0.0.4", threads, answers)


def test_the_clients_of_a_trusted_proxy_are_told_apart(start_host):
    host = start_host("--max-sessions", str(LIMIT), "--trusted-proxy", "127.0.0.2")
    crowd = [("127.0.0.2", {"X-Forwarded-For": f"198.51.100.{number}, 192.0.2.1"}) for number in range(4)]
    threads, answers = attacked(host.port, crowd)
    keeps_two_sessions(host.port, "127.0.0.2", threads, answers, **{"X-Forwarded-For": "192.0.2.2"})


def test_a_client_that_invents_addresses_counts_as_one(start_host):
    host = start_host("--max-sessions", str(LIMIT))
    crowd = [("127.0.0.2", {"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(4)]
    threads, answers = attacked(host.port, crowd)
    keeps_two_sessions(host.port, "127.0.0.4", threads, answers)
