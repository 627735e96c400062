"""Tumbling windows on DynamoDB streams, as AWS documents them.

https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html

- Windows are of fixed length and follow one another; a record belongs to the one in which it was written.
- Each call has `window`, `state`, `shardId`, `eventSourceARN`, `isFinalInvokeForWindow`, `isWindowTerminatedEarly`.
- What a call answers as `state` is what the next call of its window gets; an answer without one is a failed call.
- A window ends with one more call, which has no records.
"""

import json
import logging
import time
from datetime import datetime, timezone
from itertools import groupby

import seams
from ministack.services import dynamodb_streams, lambda_svc
from ministack.services.cloudformation import provisioners

logger = logging.getLogger("ministack")

PROPERTY = "TumblingWindowInSeconds"

# By the mapping's UUID: the start of its open window, in seconds since 1970, and the state of it.
_open: dict[str, tuple[int, dict]] = {}


def install() -> None:
    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::EventSourceMapping"]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _with_property)
    seams.replace_in(handlers, "update", ["physical_id", "old_props", "new_props", "stack_name"], _with_property)
    seams.replace(lambda_svc, "_execute_function", ["func", "event"], _in_windows)
    seams.replace(lambda_svc, "_poll_dynamodb_streams", [], _closing_windows)


def _with_property(provision):
    """What a template says of windows stays with the mapping; its properties come before the stack's name."""

    def replacement(*args):
        esm_id, attributes = provision(*args)
        _keep(esm_id, args[-2])
        return esm_id, attributes

    return replacement


def _keep(esm_id: str, props: dict) -> None:
    mapping = lambda_svc._esms[esm_id]
    mapping.pop(PROPERTY, None)
    if props.get(PROPERTY) is not None:
        mapping[PROPERTY] = int(props[PROPERTY])


def _mapping_of(func: dict, event: dict) -> dict | None:
    """The windowed mapping that a batch of records comes from; None for every other call, as of a person who hands over
    a dead letter: that names its shard, what the emulator reads from the stream does not."""
    read = isinstance(event, dict) and "window" not in event and "shardId" not in event
    records = event.get("Records") if read else None
    source = records[0].get("eventSourceARN") if records and isinstance(records[0], dict) else None
    name = (func.get("config") or func).get("FunctionName")
    for mapping in lambda_svc._esms.values() if source else ():
        if mapping.get(PROPERTY) and mapping["EventSourceArn"] == source and mapping["FunctionName"] == name:
            return mapping
    return None


def _in_windows(execute):
    def replacement(func, event):
        mapping = _mapping_of(func, event)
        if mapping is None:
            return execute(func, event)
        length = mapping[PROPERTY]
        start_of = lambda record: int(record["dynamodb"]["ApproximateCreationDateTime"]) // length * length
        result: dict = {}
        for start, records in groupby(event["Records"], key=start_of):
            result = _call_in(execute, func, mapping, start, list(records))
            if result.get("error"):
                break
        return result

    return replacement


def _call_in(execute, func: dict, mapping: dict, start: int, records: list) -> dict:
    open_start, state = _open.get(mapping["UUID"], (start, {}))
    if open_start != start:
        closed = _close(execute, func, mapping)
        if closed.get("error"):
            return closed
        state = {}
    return _call(execute, func, mapping, start, state, records, final=False)


def _close(execute, func: dict, mapping: dict) -> dict:
    start, state = _open[mapping["UUID"]]
    result = _call(execute, func, mapping, start, state, [], final=True)
    if not result.get("error"):
        _open.pop(mapping["UUID"], None)
    return result


def _call(execute, func, mapping, start: int, state: dict, records: list, final: bool) -> dict:
    result = execute(func, {
        "Records": records,
        "window": {"start": _iso(start), "end": _iso(start + mapping[PROPERTY])},
        "state": state,
        "shardId": dynamodb_streams._DEFAULT_SHARD_ID,
        "eventSourceARN": mapping["EventSourceArn"],
        "isFinalInvokeForWindow": final,
        "isWindowTerminatedEarly": False,
    })
    if result.get("error"):
        return result
    answered = _state_in(result)
    if answered is None:
        message = f"{mapping['FunctionName']} answers without a state: a failure where events come in windows"
        return {**result, "error": True, "body": {"errorType": "NoState", "errorMessage": message}}
    if not final:
        _open[mapping["UUID"]] = (start, answered)
    return result


def _state_in(result: dict) -> dict | None:
    body = result.get("body")
    if isinstance(body, (str, bytes)):
        try:
            body = json.loads(body)
        except ValueError:
            return None
    state = body.get("state") if isinstance(body, dict) else None
    return state if isinstance(state, dict) else None


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _closing_windows(poll):
    """Before each look at the streams, ends the windows whose time is over."""

    def replacement():
        for account, region, mapping in lambda_svc._iter_all_esms():
            start, _ = _open.get(mapping["UUID"], (None, None))
            if start is not None and time.time() >= start + mapping.get(PROPERTY, 0):
                _close_in(account, region, mapping)
        return poll()

    return replacement


def _close_in(account: str, region: str, mapping: dict) -> None:
    account_token = lambda_svc._request_account_id.set(account)
    region_token = lambda_svc._request_region.set(region)
    try:
        func, _ = lambda_svc._get_func_record_for_qualifier(mapping["FunctionName"], mapping.get("Qualifier"))
        if func is None:
            _open.pop(mapping["UUID"], None)
            return
        result = _close(lambda_svc._execute_function, func, mapping)
        if result.get("error"):
            logger.warning("The last call of a window of %s failed: %s", mapping["FunctionName"], result.get("body"))
    finally:
        lambda_svc._request_account_id.reset(account_token)
        lambda_svc._request_region.reset(region_token)
