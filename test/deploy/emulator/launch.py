"""Starts MiniStack, brought nearer to AWS in the few places where this service would meet the difference.

Each change follows what AWS documents and stands in a module of its own:

- access.py: with AUTH=true the roles are enforced, as if over TLS.
- gateway.py: an API's address is one that every client can resolve.
- processes.py: requests that are dropped when code is exchanged are told apart from failures of a function.
- windows.py: event source mappings with tumbling windows. MiniStack drops the property and sends plain batches, which
  streams/aggregate-clicks refuses, and should (docs/decisions/0023).
- tables.py: what a template says of a table's replica, and tables that exist already.
- templates.py: other properties of a template that MiniStack passes over, or refuses the whole stack for.

The service is never changed to suit the emulator. All this rests on functions that are MiniStack's own affair, so it
runs on one version only, and says so where it meets another, or where a function is not as it is written here.
"""

import os
import signal
import sys
import threading
import time
from importlib.metadata import version

import access
import gateway
import processes
import seams
import tables
import templates
import windows

EXPECTED = "1.5.33"


SECONDS_TO_END = 3


def end_with_parent() -> None:
    """Standard input is a pipe from whoever started this: it ends when that process does, however it ends.

    Asked to end, the server waits for connections that are kept alive. What is left after a moment is killed, the
    functions' processes too: this process was started as the leader of a group of its own.
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
        sys.exit(f"test/deploy/emulator changes parts of MiniStack {EXPECTED}, and this is {found}: see launch.py")
    try:
        access.install()
        gateway.install()
        processes.install()
        windows.install()
        tables.install()
        templates.install()
    except seams.Changed as changed:
        sys.exit(f"MiniStack is not as test/deploy/emulator expects it: {changed}")

    from ministack.app import main as serve

    end_with_parent()
    serve()


if __name__ == "__main__":
    main()
