"""Tumbling windows on DynamoDB streams, as AWS documents them.

https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html

- Windows have a fixed length and are contiguous; a record belongs to the window in which it was written.
- Each event has `window`, `state`, `shardId`, `eventSourceARN`, `isFinalInvokeForWindow`, `isWindowTerminatedEarly`.
- The `state` of a response is passed to the next invocation of the window; a response without `state` is a failure.
- A window ends with a final invocation without records.
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

# By UUID of the mapping: start of its open window in Unix seconds, and its state.
_open: dict[str, tuple[int, dict]] = {}


def install() -> None:
    handlers = provisioners._RESOURCE_HANDLERS["AWS::Lambda::EventSourceMapping"]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _with_property)
    seams.replace_in(handlers, "update", ["physical_id", "old_props", "new_props", "stack_name"], _with_property)
    seams.replace(lambda_svc, "_execute_function", ["func", "event"], _in_windows)
    seams.replace(lambda_svc, "_poll_dynamodb_streams", [], _closing_windows)


def _with_property(provision):
    """Stores the window length in the mapping. The properties are the last argument but one."""

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
    """Returns the windowed mapping of a batch, or None for other calls.

    A redriven dead letter has a `shardId`, a batch that the emulator reads from the stream does not.
    """
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
        message = f"{mapping['FunctionName']} returned no state, which tumbling windows require"
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
    """Closes expired windows before each poll of the streams."""

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
            logger.warning("The final invocation of a window of %s failed: %s", mapping["FunctionName"], result.get("body"))
    finally:
        lambda_svc._request_account_id.reset(account_token)
        lambda_svc._request_region.reset(region_token)
