"""Lambda processes: gives requests that MiniStack drops on a code change their own error message.

On a code change, AWS lets running requests finish, but MiniStack ends their process and reports a crashed function.
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
