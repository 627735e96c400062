"""Supports CloudFormation properties that MiniStack ignores or rejects."""

import string

import seams
from ministack.core.responses import get_account_id, request_scope
from ministack.services import secretsmanager
from ministack.services.cloudformation import engine, provisioners

SECRET = "AWS::SecretsManager::Secret"
EMPTIED_BUCKET = "Custom::S3AutoDeleteObjects"


def install() -> None:
    seams.replace(provisioners, "_sm_secret_string", ["props"], _without_punctuation)
    seams.replace(provisioners, "_cw_metric_alarm_record", ["name", "props"], _with_metric_math)
    references = ["value", "resources", "params", "conditions", "mappings", "stack_name", "stack_id"]
    seams.replace(engine, "_resolve_refs", references, _with_region)
    handlers = provisioners._RESOURCE_HANDLERS[SECRET]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _secret_created)
    parameters = ["physical_id", "old_props", "new_props", "stack_name", "logical_id"]
    seams.replace_in(handlers, "update", parameters, _secret_updated)
    seams.replace_in(handlers, "delete", ["physical_id", "props"], _secret_deleted)
    # CDK's function needs the SDK of Lambda's runtime, which this machine does not have. MiniStack deletes a bucket with its files.
    nothing = {"create": lambda logical_id, *_: (logical_id, {}), "delete": lambda *_: None}
    seams.add(provisioners._RESOURCE_HANDLERS, EMPTIED_BUCKET, nothing)


def _with_region(original):
    """MiniStack ignores the region of `Fn::GetStackOutput`, and so finds no stack of another region.

    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getstackoutput.html
    """

    def replacement(value, *others):
        reference = value.get("Fn::GetStackOutput") if isinstance(value, dict) else None
        if not isinstance(reference, dict) or "Region" not in reference:
            return original(value, *others)
        region = original(reference["Region"], *others)
        with request_scope(get_account_id(), region):
            return original(value, *others)

    return replacement


def _without_punctuation(original):
    """MiniStack ignores `ExcludePunctuation`, so a generated secret would not be valid base64url.

    https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-secretsmanager-secret-generatesecretstring.html
    """

    def replacement(props):
        generate = props.get("GenerateSecretString") or {}
        if str(generate.get("ExcludePunctuation", "")).lower() != "true":
            return original(props)
        excluded = generate.get("ExcludeCharacters", "") + string.punctuation
        return original({**props, "GenerateSecretString": {**generate, "ExcludeCharacters": excluded}})

    return replacement


def _with_metric_math(original):
    """MiniStack rejects alarms on metric math. This patch stores them but never evaluates them."""

    def replacement(name, props):
        if not props.get("Metrics"):
            return original(name, props)
        single = {key: value for key, value in props.items() if key != "Metrics"}
        alarm = original(name, {**single, "MetricName": "MetricMath", "Namespace": "NotEvaluated"})
        return {**alarm, "Metrics": props["Metrics"]}

    return replacement


# `Ref` of a secret returns its ARN, which IAM policies use; MiniStack returns its name.
# https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secret.html


def _name_of(arn: str) -> str:
    return next((name for name, secret in secretsmanager._secrets.items() if secret["ARN"] == arn), arn)


def _secret_created(create):
    def replacement(logical_id, props, stack_name):
        _, attributes = create(logical_id, props, stack_name)
        return attributes["Arn"], attributes

    return replacement


def _secret_updated(update):
    def replacement(physical_id, old_props, new_props, stack_name, logical_id=None):
        _, attributes = update(_name_of(physical_id), old_props, new_props, stack_name, logical_id)
        return attributes["Arn"], attributes

    return replacement


def _secret_deleted(delete):
    def replacement(physical_id, props):
        return delete(_name_of(physical_id), props)

    return replacement
