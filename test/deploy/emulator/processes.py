"""Lambda processes: gives requests that MiniStack drops on a code change their own error message.

On a code change, AWS lets running requests finish, but MiniStack ends their process and reports a crashed function.

A queue also starts few processes. Each instance of a function is a process, and the webhooks of the contract suite started
100 at the same time, which kept all other functions waiting.
"""

import seams
from ministack.core import lambda_runtime
from ministack.services import lambda_svc

# Read by test/deploy/drops.ts.
DROPPED = "MiniStack ended the process that had this request"

MAX_PROCESSES_OF_QUEUE = 4


def install() -> None:
    seams.replace(lambda_runtime, "kill_workers", ["workers"], _marking)
    parameters = ["self", "event", "request_id", "trace_id", "depth", "durable", "invoked_function_arn"]
    seams.replace(lambda_runtime.Worker, "invoke", parameters, _telling)
    seams.replace(lambda_svc, "_sqs_esm_concurrency", ["esm", "func_rec", "config", "queue"], _few)


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


def _few(concurrency):
    def replacement(*args):
        return min(concurrency(*args), MAX_PROCESSES_OF_QUEUE)

    return replacement
