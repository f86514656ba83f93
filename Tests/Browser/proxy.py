"""A proxy between the browser and the host, with which a test can interrupt the network."""

import contextlib
import re
import socket
import struct
import threading
import time

STREAM = re.compile(rb"^content-type: *text/event-stream", re.IGNORECASE | re.MULTILINE)


class Proxy:
    """Forwards connections to a local port, and drops or refuses connections on demand.

    It detects event streams in the responses, so that a test can count the open streams.
    """

    def __init__(self, port):
        self._target = port
        self._lock = threading.Lock()
        self._pairs = {}  # (browser's socket, host's socket): whether the connection has an event stream
        self._listener = None
        self.streams_begun = 0
        self.hold_answers = False  # whether responses are discarded, until the connections drop
        self.delay = 0  # the delay of responses, in seconds
        self.port = 0
        self.mend()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def open_streams(self):
        with self._lock:
            return sum(self._pairs.values())

    def mend(self):
        """Accepts connections, on the same port as before."""
        listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()

    def cut(self):
        """Closes all connections and accepts no new ones."""
        listener, self._listener = self._listener, None
        if listener:
            # Closing the socket alone does not end the thread's call of accept.
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.drop()

    def drop(self):
        """Closes all connections but accepts new ones, like a short failure of the network.

        A browser can send a request again at once, so new connections get their responses from the first one on.
        """
        with self._lock:
            pairs, self._pairs = self._pairs, {}
            self.hold_answers = False
        for pair in pairs:
            for end in pair:
                # The connection is reset, so that the other side sees an error and no orderly end.
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

    def _accept(self, listener):
        while True:
            try:
                browser, _ = listener.accept()
            except OSError:
                return
            try:
                host = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                browser.close()
                continue
            pair = (browser, host)
            with self._lock:
                if self._listener is not listener:
                    browser.close(), host.close()
                    return
                self._pairs[pair] = False
            threading.Thread(target=self._carry, args=[browser, host, pair, True], daemon=True).start()
            threading.Thread(target=self._carry, args=[host, browser, pair, False], daemon=True).start()

    def _carry(self, source, target, pair, is_upwards):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not is_upwards and STREAM.search(data):
                    with self._lock:
                        if pair in self._pairs:
                            self._pairs[pair] = True
                            self.streams_begun += 1
                if not is_upwards:
                    time.sleep(self.delay)
                with self._lock:
                    forwards = is_upwards or pair in self._pairs and not self.hold_answers
                if forwards:
                    target.sendall(data)
        # If the browser or the host closes its connection, the proxy closes the other connection too.
        with self._lock:
            self._pairs.pop(pair, None)
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
