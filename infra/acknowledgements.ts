// Acknowledges the cdk-nag findings that we accept, each with a reason.
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

const rule = (id: string, reason: string) => ({ id, reason });

const xrayReason =
  'X-Ray has no resource-level permissions: its two write actions require *, and no other action uses it.';
const isDeadLetterQueue =
  'This queue is the dead-letter queue. An alarm is raised when it contains a message.';

const findings = {
  xrayTracing: [
    rule('AwsSolutions-IAM5[Resource::*]', xrayReason),
    rule('Serverless-LambdaStarPermissions', `${xrayReason} Checked by test/architecture/stack.test.ts.`),
  ],
  backupRole: [
    rule(
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      'AWS maintains this policy for the service. Only AWS Backup can assume the role.',
    ),
  ],
  releaseRole: [
    rule(
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      'AWS maintains this policy for the service. Only AWS CodeDeploy can assume the role.',
    ),
  ],
  listsSecrets: [
    rule(
      'AwsSolutions-IAM5[Resource::*]',
      'ListSecrets has no resource-level permissions. It returns names and tags, and no values.',
    ),
  ],
  invokedSynchronously: [
    rule(
      'Serverless-LambdaDLQ',
      'API Gateway invokes it synchronously: the caller gets the error and can retry.',
    ),
  ],
  hasFailureDestination: [
    rule(
      'Serverless-LambdaDLQ',
      'Failed events go to a queue through its event source mapping or its asynchronous invoke configuration.',
    ),
  ],
  deadLetters: [
    rule('AwsSolutions-SQS3', isDeadLetterQueue),
    rule('Serverless-SQSRedrivePolicy', isDeadLetterQueue),
  ],
  deadLettersOfQueue: [rule('Serverless-SQSRedrivePolicy', isDeadLetterQueue)],
  failuresStayInQueue: [
    rule(
      'Serverless-LambdaEventSourceMappingDestination',
      'SQS keeps a message whose processing fails, and moves it to the dead-letter queue of the queue after several attempts.',
    ),
  ],
  filesExpire: [
    rule(
      'AwsSolutions-S1',
      'The files are copies of the table and expire after 7 days. Each link to a file is created by a request that the log contains.',
    ),
  ],
  emailSubscription: [
    rule(
      'Serverless-SNSRedrivePolicy',
      'SNS retries e-mail delivery for six hours, and the alarm stays raised. A queue of undelivered e-mails would have no reader.',
    ),
  ],
  tokenCheckedByFunction: [
    rule(
      'AwsSolutions-APIG4',
      'The function checks the token, because the read that does so also sees ended sessions and changed plans and roles. ' +
        'test/architecture/refusals.test.ts checks that every such route rejects requests without a token.',
    ),
  ],
  publicRoute: [
    rule(
      'AwsSolutions-APIG4',
      'Public in the contract: test/architecture/layout.test.ts lists the few routes that need no token.',
    ),
  ],
  edge: [
    rule('AwsSolutions-CFR1', 'The API serves brands and visitors in all countries.'),
    rule(
      'AwsSolutions-CFR3',
      'A log of CloudFront contains the addresses of visitors. The access log of the API has all requests without them.',
    ),
  ],
  edgeWithoutDomain: [
    rule(
      'AwsSolutions-CFR4',
      'A distribution without a domain has the certificate of CloudFront, whose TLS version cannot be set.',
    ),
  ],
  rotatedByVersion: [
    rule(
      'AwsSolutions-SMG4',
      'Replaced by a deployment with a higher secretVersion, because CloudFront and the functions must change together.',
    ),
  ],
  replacedByOperators: [
    rule(
      'AwsSolutions-SMG4',
      'Encrypts cookies that expire after a day. A new secret signs out all people, so that only operators replace it.',
    ),
  ],
  rotatedBySchedule: [
    rule(
      'AwsSolutions-SMG4',
      'Rotated by functions/schedules/rotate-keys.ts: a key is published before it signs, which ' +
        'the rotation steps of Secrets Manager do not support (docs/decisions/0058).',
    ),
  ],
} as const;

export const acknowledge = (construct: IConstruct, finding: keyof typeof findings): void =>
  Validations.of(construct).acknowledge(...findings[finding]);
