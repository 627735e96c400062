"""Calls one operation of AWS, or of the service at AWS_ENDPOINT_URL, and prints the result as JSON.

    .tools/ministack/venv/bin/python test/deploy/emulator/aws.py dynamodb describe_table '{"TableName": "…"}'

Reads all pages of lists. Prints an error as one line on stderr that begins with the error code, and exits with 1.
"""

import json
import sys

import botocore.session
from botocore.exceptions import ClientError


def call(service: str, operation: str, parameters: dict):
    client = botocore.session.get_session().create_client(service)
    if client.can_paginate(operation):
        return client.get_paginator(operation).paginate(**parameters).build_full_result()
    answer = getattr(client, operation)(**parameters)
    answer.pop("ResponseMetadata", None)
    return {name: value.read().decode() if hasattr(value, "read") else value for name, value in answer.items()}


def main(service: str, operation: str, parameters: str = "{}") -> None:
    try:
        print(json.dumps(call(service, operation, json.loads(parameters)), default=str))
    except ClientError as refused:
        error = refused.response["Error"]
        sys.exit(f"{error['Code']}: {error['Message']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
