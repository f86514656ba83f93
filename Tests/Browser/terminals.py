"""Two terminals that run the program: the terminal emulator pyte, and tmux. Both have the same methods."""

import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import termios
import threading
import uuid
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest

from host import eventually

KEYS = {
    "Enter": "\r", "Tab": "\t", "Escape": "\x1b", "C-c": "\x03", "C-g": "\x07", "C-s": "\x13", "C-u": "\x15",
    "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F", "DC": "\x1b[3~",
}
"""The keys that are no characters, by their names in tmux, and their bytes."""
SYNCHRONIZED = 2026 << 5
"""The mode in which the program draws a frame. pyte keeps a private mode's number in this form."""


class PyteTerminal:
    """Runs the program on a pseudo-terminal. The terminal emulator pyte reads its output."""

    def __init__(self, command, environment, columns=80, lines=24):
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.lock = threading.Condition()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(command[0], command, environment)
        self.resize(columns, lines)
        self.status = None
        self.reading = threading.Thread(target=self._read, daemon=True)
        self.reading.start()

    def _read(self):
        while True:
            try:
                piece = os.read(self.terminal, 65536)
            except OSError:
                return
            if not piece:
                return
            with self.lock:
                self.stream.feed(piece)
                self.lock.notify_all()

    def press(self, *keys):
        for key in keys:
            os.write(self.terminal, KEYS.get(key, key).encode())

    def paste(self, text):
        self.press(f"\x1b[200~{text}\x1b[201~")

    @contextmanager
    def _frame(self):
        """Waits until the screen is whole: no update has begun of which a part is still to be read."""
        with self.lock:
            self.lock.wait_for(lambda: SYNCHRONIZED not in self.screen.mode, timeout=10)
            yield

    def text(self):
        with self._frame():
            return "\n".join(self.screen.display)

    def cells(self, line):
        """The cells of a line, with their colours."""
        with self._frame():
            return [self.screen.buffer[line][column] for column in range(self.screen.columns)]

    def resize(self, columns, lines):
        # The emulated screen is resized before the terminal, so that it has the new size when new output arrives.
        with self.lock:
            self.screen.resize(lines, columns)
            fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def exit_status(self):
        """Waits until the program ends, and returns its exit status."""
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def close(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.exit_status()
        # The thread must not read after the close. The number of the descriptor may then belong to another file.
        self.reading.join()
        os.close(self.terminal)


class TmuxTerminal:
    """Runs the program in its own tmux server. The server's files are in the home folder of the environment."""

    def __init__(self, command, environment, columns=80, lines=24):
        path = f"{environment['HOME']}/tmux-{uuid.uuid4().hex[:8]}"
        self.tmux, self.status = ["tmux", "-S", path, "-f", "/dev/null"], Path(f"{path}-status")
        self.environment, self.columns = environment, columns
        # The shell saves the exit status and keeps the pane open, so that its text can still be read.
        script = '"$@"; printf %s $? >"$0-new"; mv "$0-new" "$0"; exec sleep infinity'
        self._run("new-session", "-d", "-x", str(columns), "-y", str(lines), "sh", "-c", script, str(self.status), *command)

    def _run(self, *arguments):
        return subprocess.run([*self.tmux, *arguments], env=self.environment, check=True, capture_output=True,
                              text=True, timeout=20).stdout

    def press(self, *keys):
        for key in filter(None, keys):
            self._run("send-keys", *([key] if key in KEYS else ["-l", "--", key]))

    def paste(self, text):
        self._run("set-buffer", "--", text, ";", "paste-buffer", "-d", "-p")

    def text(self):
        # tmux leaves out the spaces at the end of a line.
        lines = self._run("capture-pane", "-p").removesuffix("\n").split("\n")
        return "\n".join(line.ljust(self.columns) for line in lines)

    def cells(self, line):
        """The cells of a line, with their colours."""
        screen = pyte.Screen(self.columns, 1)
        captured = self._run("capture-pane", "-p", "-e", "-N", "-S", str(line), "-E", str(line))
        pyte.Stream(screen).feed(captured.removesuffix("\n"))
        return [screen.buffer[0][column] for column in range(self.columns)]

    def resize(self, columns, lines):
        self.columns = columns
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def exit_status(self):
        """Waits until the program ends, and returns its exit status."""
        eventually(self.status.exists, "the program ends")
        return int(self.status.read_text())

    def close(self):
        self._run("kill-server")


TMUX = pytest.param(
    TmuxTerminal, id="TmuxTerminal", marks=pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed"))
TERMINALS = [pytest.param(PyteTerminal, id="PyteTerminal"), TMUX]
