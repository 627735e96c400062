"""Tables: MiniStack ignores the replica properties of a GlobalTable, which CDK uses for every table.

https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
"""

import seams
from ministack.services import dynamodb
from ministack.services.cloudformation import changesets, provisioners

TABLE = "AWS::DynamoDB::Table"
GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable"

# In a Table, these are properties of the table itself.
OF_REPLICA = ("DeletionProtectionEnabled", "PointInTimeRecoverySpecification", "Tags")


def install() -> None:
    handlers = provisioners._RESOURCE_HANDLERS[GLOBAL_TABLE]
    seams.replace_in(handlers, "create", ["logical_id", "props", "stack_name"], _created)
    seams.replace_in(handlers, "update", ["physical_id", "old_props", "new_props", "stack_name"], _updated)
    _import_existing()


def _lifted(props: dict) -> dict:
    replica = (props.get("Replicas") or [{}])[0]
    return {**props, **{name: replica[name] for name in OF_REPLICA if name in replica}}


def _created(create):
    """CloudFormation rejects a table name that exists, but MiniStack would replace the table with an empty one."""

    def replacement(logical_id, props, stack_name):
        name = props.get("TableName")
        if name in dynamodb._tables:
            raise ValueError(f"Resource of type '{GLOBAL_TABLE}' with identifier '{name}' already exists.")
        return create(logical_id, _lifted(props), stack_name)

    return replacement


def _updated(update):
    def replacement(physical_id, old_props, new_props, stack_name):
        return update(physical_id, _lifted(old_props), _lifted(new_props), stack_name)

    return replacement


def _import_existing() -> None:
    """ImportExistingResources must import a GlobalTable, but MiniStack imports only the type Table.

    https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-automatically.html
    """
    lookups = changesets._IMPORT_LOOKUPS
    seams.add(lookups, GLOBAL_TABLE, lookups.get(TABLE))
    handlers = provisioners._RESOURCE_HANDLERS
    seams.add(handlers[GLOBAL_TABLE], "import", handlers[TABLE].get("import"))
