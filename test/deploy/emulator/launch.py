"""Starts MiniStack with patches for the differences from AWS that affect this service.

Each patch follows the AWS documentation and has its own module:

- access.py: treats plain HTTP as TLS when it enforces IAM policies.
- gateway.py: gives APIs an endpoint that every client can resolve, and invokes functions as the role of their integration.
- logs.py: supports filter patterns of JSON log lines.
- processes.py: distinguishes requests that MiniStack drops on a code change from failures of a function, and limits the
  processes of a queue.
- windows.py: adds tumbling windows to event source mappings. MiniStack ignores them and sends plain batches, which
  streams/aggregate-clicks rejects (docs/decisions/0023).
- tables.py: supports replica properties of global tables and the import of existing tables.
- templates.py: supports other template properties that MiniStack ignores or rejects.

The patches use private functions of MiniStack. They therefore require exactly one version and fail with a clear
message if the version or the signature of a function differs.
"""

import os
import signal
import sys
import threading
import time
from importlib.metadata import version

import access
import gateway
import logs
import processes
import seams
import tables
import templates
import windows

EXPECTED = "1.5.33"


SECONDS_TO_END = 3


def end_with_parent() -> None:
    """Exits when standard input, a pipe from the parent process, closes.

    The server waits for keep-alive connections on SIGTERM, so the process group is killed after a grace period.
    """

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 4096):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_END)
        if os.getpgid(0) == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    found = version("ministack")
    if found != EXPECTED:
        sys.exit(f"test/deploy/emulator patches MiniStack {EXPECTED}, but {found} is installed: see launch.py")
    try:
        access.install()
        gateway.install()
        logs.install()
        processes.install()
        windows.install()
        tables.install()
        templates.install()
    except seams.Changed as changed:
        sys.exit(f"test/deploy/emulator cannot patch MiniStack: {changed}")

    from ministack.app import main as serve

    end_with_parent()
    serve()


if __name__ == "__main__":
    main()
