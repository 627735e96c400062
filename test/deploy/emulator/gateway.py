"""HTTP APIs: gives them an endpoint that every client on this machine can resolve, and checks the roles of integrations."""

import json
import os

import seams
from ministack.core import iam_evaluator
from ministack.core.responses import get_account_id, get_region
from ministack.services import apigateway, iam
from ministack.services.cloudformation import provisioners

SERVICE = "apigateway.amazonaws.com"

INVOKE_PARAMETERS = [
    *["integration", "api_id", "stage", "path", "method", "headers", "body", "query_params", "route_key", "path_params"],
    *["authorizer_claims", "authorizer_scopes", "authorizer_lambda_context", "authorizer_iam"],
    *["owner_account_id", "owner_region", "raw_query_string"],
]


def install() -> None:
    handlers = provisioners._RESOURCE_HANDLERS["AWS::ApiGatewayV2::Api"]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _with_plain_address)
    seams.replace(provisioners, "_apigw_v2_integration_props", ["props"], _with_role)
    seams.replace(apigateway, "_invoke_lambda_proxy", INVOKE_PARAMETERS, _as_role)


def _with_plain_address(create):
    """Many resolvers do not know `<id>.execute-api.localhost`. MiniStack also accepts the API id in the path."""

    def replacement(logical_id, props, stack_name):
        api_id, attributes = create(logical_id, props, stack_name)
        endpoint = f"{os.environ['AWS_ENDPOINT_URL']}/_aws/execute-api/{api_id}"
        apigateway._apis[api_id]["apiEndpoint"] = endpoint
        return api_id, {**attributes, "ApiEndpoint": endpoint}

    return replacement


def _with_role(original):
    """MiniStack ignores `CredentialsArn`."""

    def replacement(props):
        return {**original(props), "credentialsArn": props.get("CredentialsArn", "")}

    return replacement


def _as_role(invoke):
    """MiniStack invokes every function. AWS invokes it as the role of the integration, and answers 500 if it may not.

    Checks no resource policies of functions, because the stack has none.
    """

    async def replacement(integration, *args, **named):
        if not _may_invoke(integration.get("credentialsArn", ""), integration["integrationUri"]):
            return 500, {"Content-Type": "application/json"}, json.dumps({"message": "Internal Server Error"}).encode()
        return await invoke(integration, *args, **named)

    return replacement


def _may_invoke(role_arn: str, function_arn: str) -> bool:
    role = iam._roles.get(role_arn.rsplit("/", 1)[-1])
    if role is None or not _trusts_gateway(role["AssumeRolePolicyDocument"]):
        return False
    context = iam_evaluator.EvalContext(
        principal_arn=role_arn,
        principal_type="AssumedRole",
        principal_account=get_account_id(),
        action="lambda:InvokeFunction",
        resource_arn=function_arn,
        region=get_region(),
    )
    policies = iam_evaluator._gather_role_policies(role["RoleName"], get_account_id())
    return iam_evaluator.evaluate(context, policies).decision == "Allow"


def _trusts_gateway(document: str) -> bool:
    return any(
        statement["Effect"] == "Allow"
        and iam_evaluator._service_principal_matches(statement.get("Principal"), SERVICE)
        for statement in json.loads(document)["Statement"]
    )
