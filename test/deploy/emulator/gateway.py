"""HTTP APIs: replaces the endpoint with one that every client on this machine can resolve."""

import os

import seams
from ministack.services import apigateway
from ministack.services.cloudformation import provisioners


def install() -> None:
    handlers = provisioners._RESOURCE_HANDLERS["AWS::ApiGatewayV2::Api"]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _with_plain_address)


def _with_plain_address(create):
    """Many resolvers do not know `<id>.execute-api.localhost`. MiniStack also accepts the API id in the path."""

    def replacement(logical_id, props, stack_name):
        api_id, attributes = create(logical_id, props, stack_name)
        endpoint = f"{os.environ['AWS_ENDPOINT_URL']}/_aws/execute-api/{api_id}"
        apigateway._apis[api_id]["apiEndpoint"] = endpoint
        return api_id, {**attributes, "ApiEndpoint": endpoint}

    return replacement
