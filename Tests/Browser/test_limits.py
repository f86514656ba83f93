"""Tests that an attacked server still answers requests and still stops at a signal."""

import contextlib
import http.client
import resource
import socket
import threading
import time

import pytest

WORST = "e" + "\u0301\u0323" * 250_000
"""A name that takes time quadratic in its length to normalize."""


def send(port, path, kind, body):
    """Sends a body and keeps the connection open until an answer arrives."""
    with contextlib.suppress(OSError):
        connection = socket.create_connection(("127.0.0.1", port), timeout=20)
        connection.sendall(
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            f"Authorization: Bearer 0123456789abcdef\r\n\r\n".encode() + body)
        connection.recv(1)


def livez(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    begin = time.monotonic()
    connection.request("GET", "/livez")
    assert connection.getresponse().read() == b"ok\n"
    connection.close()
    return time.monotonic() - begin


@pytest.mark.parametrize("kind", ["form", "json"])
def test_the_host_answers_livez_and_sigterm_during_the_most_expensive_requests(start_host, tmp_path, kind):
    token = tmp_path / "token"
    token.write_text("0123456789abcdef")
    host = start_host("--token-file", str(token))
    # The encoded body has exactly one mebibyte.
    if kind == "form":
        requests = [("/login", "application/x-www-form-urlencoded"), ("/sessions/x/actions/y", "application/x-www-form-urlencoded")]
        body = WORST.encode()[:(1 << 20) - 2] + b"=1"
    else:
        requests = [("/api/sessions", "application/json"), ("/api/features/doggy/actions/adopt", "application/json")]
        body = b'{"' + WORST.encode()[:(1 << 20) - 6] + b'":1}'
    threads = [threading.Thread(target=send, args=(host.port, *request, body), daemon=True) for request in 2 * requests]
    for thread in threads:
        thread.start()
    for _ in range(5):
        assert livez(host.port) < 1
    process = host.process
    begin = time.monotonic()
    process.terminate()
    assert process.wait(10) == 0
    assert time.monotonic() - begin < 5


def test_a_host_with_few_file_descriptors_still_answers(start_host):
    """A host with 64 file descriptors gets 200 connections. It still answers, and uses almost no processor time."""
    host = start_host()
    host.stop()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    host.limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    host.start()
    idle = [socket.create_connection(("127.0.0.1", host.port), timeout=20) for _ in range(200)]
    for _ in range(5):
        assert livez(host.port) < 5
    before = sum(cpu(host.process.pid))
    time.sleep(1)
    assert sum(cpu(host.process.pid)) - before < 0.3
    for connection in idle:
        connection.close()
    assert livez(host.port) < 5
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)


def cpu(process):
    """The processor time of a process in seconds, as (user time, kernel time)."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return [int(fields[index]) / 100 for index in (11, 12)]
