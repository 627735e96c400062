"""HTTP APIs: an address that every client on this machine can resolve."""

import os

import seams
from ministack.services import apigateway
from ministack.services.cloudformation import provisioners


def install() -> None:
    handlers = provisioners._RESOURCE_HANDLERS["AWS::ApiGatewayV2::Api"]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _with_plain_address)


def _with_plain_address(create):
    """MiniStack names an API `<id>.execute-api.localhost`, which many a resolver does not know, and answers by path, too."""

    def replacement(logical_id, props, stack_name):
        api_id, attributes = create(logical_id, props, stack_name)
        endpoint = f"{os.environ['AWS_ENDPOINT_URL']}/_aws/execute-api/{api_id}"
        apigateway._apis[api_id]["apiEndpoint"] = endpoint
        return api_id, {**attributes, "ApiEndpoint": endpoint}

    return replacement
