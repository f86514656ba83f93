"""A proxy between browser and host, with which a test can cut the network."""

import contextlib
import re
import socket
import struct
import threading
import time

STREAM = re.compile(rb"^content-type: *text/event-stream", re.IGNORECASE | re.MULTILINE)


class Proxy:
    """Forwards connections to a local port, and drops or refuses them on demand.

    It recognises event streams in the responses, so that a test can count the open ones.
    """

    def __init__(self, port):
        self._target = port
        self._lock = threading.Lock()
        self._pairs = {}  # (browser's socket, host's socket): whether it carries a stream
        self._listener = None
        self.streams_begun = 0
        self.hold_answers = False  # discards responses
        self.delay = 0  # seconds that what comes down waits
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
        """Drops all connections and accepts no more."""
        listener, self._listener = self._listener, None
        if listener:
            # Closing alone does not wake the thread in accept.
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.drop()

    def drop(self):
        """Drops all connections and accepts new ones, like a short failure."""
        with self._lock:
            pairs, self._pairs = self._pairs, {}
        for pair in pairs:
            for end in pair:
                # A reset, not an orderly close.
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
                if is_upwards or not self.hold_answers:
                    target.sendall(data)
        # If one side closes, close both: browsers and hosts close whole connections.
        with self._lock:
            self._pairs.pop(pair, None)
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
