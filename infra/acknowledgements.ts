// What cdk-nag finds and is not changed, each with the reason. Acknowledged where it is, resource by resource.
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

const rule = (id: string, reason: string) => ({ id, reason });

const xray = 'X-Ray knows no resources: its two write actions can be allowed on * only, and nothing else is.';
const lastStop =
  'It is itself the queue of dead letters: a person looks at what is in it, and an alarm says when.';

const findings = {
  tracedRole: [
    rule('AwsSolutions-IAM5[Resource::*]', xray),
    rule('Serverless-LambdaStarPermissions', `${xray} test/architecture/stack.test.ts holds it.`),
  ],
  answersCaller: [
    rule('Serverless-LambdaDLQ', 'Called by the gateway, which waits: who called is told, and tries again.'),
  ],
  failuresAreKept: [
    rule(
      'Serverless-LambdaDLQ',
      'What it could not do goes to a queue, by the source or the settings of its calls.',
    ),
  ],
  deadLetters: [rule('AwsSolutions-SQS3', lastStop), rule('Serverless-SQSRedrivePolicy', lastStop)],
  mail: [
    rule(
      'Serverless-SNSRedrivePolicy',
      'SNS sends a mail again for six hours; nobody would read a queue of mails, and the alarm itself stays raised.',
    ),
  ],
  checksItself: [
    rule(
      'AwsSolutions-APIG4',
      'The function checks the token: sessions end, and plans and roles change, within the same read of the table. ' +
        'test/architecture/refusals.test.ts holds that no route lets anyone in without.',
    ),
  ],
  openToAll: [
    rule(
      'AwsSolutions-APIG4',
      'Public by the contract: test/architecture/layout.test.ts names the few routes that are, and needs no token.',
    ),
  ],
  rotatedByService: [
    rule(
      'AwsSolutions-SMG4',
      'Rotated by functions/schedules/rotate-keys.ts: a key is published for a while before it signs, which ' +
        'the steps of Secrets Manager cannot do (docs/decisions/0028).',
    ),
  ],
} as const;

/** Acknowledges on one construct what is known to be found there. */
export const acknowledge = (construct: IConstruct, what: keyof typeof findings): void =>
  Validations.of(construct).acknowledge(...findings[what]);
