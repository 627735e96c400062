import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { type Stage, tableNameOf } from '#infra/stage.ts';
import { indexes, projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import { partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { timeToLive } from '#lib/foundation/table/keys/keys.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export class ServiceTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    const deployed = Object.entries(indexes).slice(0, stage.indexCount);
    // A new `tableName` changes the logical id, so CloudFormation treats it as another table. It can then retain the old table
    // and import the restored one.
    this.table = new TableV2(this, `Table${stage.tableName ?? ''}`, {
      tableName: tableNameOf(stage),
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      globalSecondaryIndexes: deployed.map(([indexName, sortAttribute]) => ({
        indexName,
        partitionKey: text(indexName),
        sortKey: text(sortAttribute),
        projectionType: ProjectionType[projectionOf(indexName)],
      })),
      timeToLiveAttribute: timeToLive,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.keepsData,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
