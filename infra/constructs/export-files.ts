import { CfnResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Stage } from '#infra/stage.ts';
import { fileDays } from '#lib/outlets/exports/rules/file-days.ts';

interface ExportFilesProps {
  readonly stage: Stage;
  readonly logGroup: ILogGroup;
}

/** The bucket with the files of exports and imports. */
export class ExportFiles extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, { stage, logGroup }: ExportFilesProps) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [
        { expiration: Duration.days(fileDays), abortIncompleteMultipartUploadAfter: Duration.days(fileDays) },
      ],
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      // CloudFormation deletes only an empty bucket.
      autoDeleteObjects: !stage.keepsData,
    });
    // CDK's function that empties the bucket would otherwise leave a log that never expires.
    const cleaner = Stack.of(this).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
    const handler = cleaner?.node.findChild('Handler');
    if (CfnResource.isCfnResource(handler))
      handler.addPropertyOverride('LoggingConfig.LogGroup', logGroup.logGroupName);
    acknowledge(bucket, 'filesExpire');
    this.bucket = bucket;
  }
}

export const readFiles = (bucket: IBucket): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('*')] });

export const storeFiles = (bucket: IBucket): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects('*')] });

/** Reads whether a file exists, because an interrupted run may have completed it. An erasure deletes files and uploads. */
export const writeFiles = (bucket: IBucket): PolicyStatement =>
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
    resources: [bucket.arnForObjects('*')],
  });

/** Acknowledges `/*` in the form that cdk-nag compares with, because the bucket is in another stack than the role. */
export function acknowledgeAnyFile(role: Role, bucket: IBucket): void {
  const { stackName: StackName, region } = Stack.of(bucket);
  const OutputName = 'PublishOutputFnGetAttExportFilesBucket8C0C8A83Arn3DF36F20';
  const Region = Stack.of(role).resolve(region);
  const arn = JSON.stringify({ 'Fn::GetStackOutput': { StackName, Region, OutputName } });
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::${arn}/*]`,
    reason: 'The files of exports have names with random ids. The bucket contains nothing else.',
  });
}
