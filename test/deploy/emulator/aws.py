"""Asks AWS, or what AWS_ENDPOINT_URL names, one thing, as its own command line would; prints the answer as JSON.

    .tools/ministack/venv/bin/python test/deploy/emulator/aws.py dynamodb describe_table '{"TableName": "…"}'

Lists come whole, page by page. A refusal is one line on standard error, which begins with its code; the exit code is 1.
"""

import json
import sys

import botocore.session
from botocore.exceptions import ClientError


def ask(service: str, operation: str, parameters: dict):
    client = botocore.session.get_session().create_client(service)
    if client.can_paginate(operation):
        return client.get_paginator(operation).paginate(**parameters).build_full_result()
    answer = getattr(client, operation)(**parameters)
    answer.pop("ResponseMetadata", None)
    return {name: value.read().decode() if hasattr(value, "read") else value for name, value in answer.items()}


def main(service: str, operation: str, parameters: str = "{}") -> None:
    try:
        print(json.dumps(ask(service, operation, json.loads(parameters)), default=str))
    except ClientError as refused:
        error = refused.response["Error"]
        sys.exit(f"{error['Code']}: {error['Message']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
