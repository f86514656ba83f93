"""Two terminals that run the program: the terminal emulator pyte, and tmux."""

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import termios
import threading
import uuid

import pyte

KEYS = {"Enter": "\r", "Tab": "\t", "Escape": "\x1b", "C-s": "\x13", "C-c": "\x03", "Down": "\x1b[B"}


class PyteTerminal:
    """Runs the program on a pseudo-terminal. The terminal emulator pyte reads its output."""

    def __init__(self, command, environment, columns=80, lines=24):
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.lock = threading.Lock()
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

    def press(self, *keys):
        for key in keys:
            os.write(self.terminal, KEYS.get(key, key).encode())

    def text(self):
        with self.lock:
            return "\n".join(self.screen.display)

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
    """Runs the program in its own tmux server."""

    def __init__(self, command, environment, columns=80, lines=24):
        self.name = f"featurehost-{uuid.uuid4().hex[:12]}"
        self.environment = environment
        self._run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines), *command)

    def _run(self, *arguments):
        return subprocess.run(
            ["tmux", "-L", self.name, *arguments], env=self.environment, capture_output=True, text=True, timeout=20)

    def press(self, *keys):
        for key in keys:
            self._run("send-keys", *([key] if key in KEYS else ["-l", key]))

    def text(self):
        return self._run("capture-pane", "-p").stdout

    def resize(self, columns, lines):
        self._run("resize-window", "-x", str(columns), "-y", str(lines))

    def exit_status(self):
        """Waits until the program and with it the tmux server end. Returns the exit status."""
        while self._run("has-session").returncode == 0:
            select.select([], [], [], 0.05)
        return 0

    def close(self):
        self._run("kill-server")


TERMINALS = [PyteTerminal] + ([TmuxTerminal] if shutil.which("tmux") else [])
