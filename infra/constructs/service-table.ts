// The table, as lib/table/keys.ts declares it.
import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { indexes, partitionKey, sortKey, timeToLive } from '#lib/table/keys.ts';
import { resourceName, type Stage } from '../stage.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export class ServiceTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      // A fixed name: a stage that was destroyed and kept its data is not begun anew beside them unnoticed.
      tableName: resourceName(stage),
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, index]) => ({
        indexName,
        partitionKey: text(index.partitionKey),
        sortKey: text(sortKey),
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
