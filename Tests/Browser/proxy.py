"""A stretch of network between browser and host that a test can cut."""

import contextlib
import re
import socket
import struct
import threading

STREAM = re.compile(rb"^content-type: *text/event-stream", re.IGNORECASE | re.MULTILINE)


class Proxy:
    """Carries connections to a port of this machine, and drops or refuses them when told to.

    It looks at what comes down for event streams, so that a test can ask how many are open.
    """

    def __init__(self, port):
        self._target = port
        self._lock = threading.Lock()
        self._pairs = {}  # (browser's socket, host's socket): whether it carries a stream
        self._listener = None
        self.streams_begun = 0
        self.hold_answers = False  # what comes down is thrown away
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
        """Takes connections, on the same port as before."""
        listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()

    def cut(self):
        """Drops all connections and takes no more."""
        listener, self._listener = self._listener, None
        if listener:
            # Closing alone does not wake who waits in accept.
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.drop()

    def drop(self):
        """Drops all connections, as a moment's failure does; new ones are taken."""
        with self._lock:
            pairs, self._pairs = self._pairs, {}
        for pair in pairs:
            for end in pair:
                # A reset, and not an orderly end.
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
                if is_upwards or not self.hold_answers:
                    target.sendall(data)
        # Either end's end is the end: browsers and hosts close whole connections.
        with self._lock:
            self._pairs.pop(pair, None)
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
