// One stage of the service: its constructs, put together.
import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { basePath } from '#lib/contract/routes.ts';
import type { Bundles } from './constructs/bundles.ts';
import { Endpoints } from './constructs/endpoints.ts';
import type { Commons } from './constructs/service-function.ts';
import { ServiceTable } from './constructs/service-table.ts';
import { SigningKeys } from './constructs/signing-keys.ts';
import { StreamFunctions } from './constructs/stream-functions.ts';
import type { Stage } from './stage.ts';

interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundles: Bundles;
}

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, bundles, ...props }: ServiceStackProps) {
    super(scope, id, { ...props, terminationProtection: stage.keepsData });
    const { table } = new ServiceTable(this, 'Table', { stage });
    const { secret } = new SigningKeys(this, 'SigningKeys', { stage });
    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const commons: Commons = { stage, bundles, table, logGroup };
    const { api } = new Endpoints(this, 'Endpoints', { commons, signingKeys: secret });
    new StreamFunctions(this, 'Streams', { commons });
    new CfnOutput(this, 'ApiUrl', { value: `${api.apiEndpoint}${basePath}` });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
