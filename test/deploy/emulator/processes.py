"""The functions' processes: a request that MiniStack drops by ending one is told apart from a function that fails.

When a function's code changes, AWS lets the environments that have requests finish them; MiniStack ends them at once. The
request then fails with the words that a function earns whose process dies by itself. Here it has words of its own.
"""

import seams
from ministack.core import lambda_runtime

# Read by test/deploy/drops.ts.
DROPPED = "MiniStack ended the process that had this request"


def install() -> None:
    seams.replace(lambda_runtime, "kill_workers", ["workers"], _marking)
    parameters = ["self", "event", "request_id", "trace_id", "depth", "durable", "invoked_function_arn"]
    seams.replace(lambda_runtime.Worker, "invoke", parameters, _telling)


def _marking(kill):
    def replacement(workers):
        ended = list(workers)
        for worker in ended:
            worker.ended_by_ministack = True
        return kill(ended)

    return replacement


def _telling(invoke):
    def replacement(self, *args, **named):
        try:
            result = invoke(self, *args, **named)
        except Exception:
            if not getattr(self, "ended_by_ministack", False):
                raise
            return {"status": "error", "error": DROPPED}
        if result.get("error") == "Worker process died" and getattr(self, "ended_by_ministack", False):
            return {**result, "error": DROPPED}
        return result

    return replacement
