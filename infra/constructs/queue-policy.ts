import { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnQueuePolicy, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Denies all queues of the stack unencrypted transport. One policy for all, because CloudFormation limits the number of resources. */
export class QueuePolicy extends Construct {
  /** Create this construct after all queues. */
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const queues = Stack.of(this)
      .node.findAll()
      .filter((construct) => construct instanceof Queue);
    new CfnQueuePolicy(this, 'Policy', {
      queues: queues.map(({ queueUrl }) => queueUrl),
      policyDocument: new PolicyDocument({
        statements: [
          new PolicyStatement({
            effect: Effect.DENY,
            principals: [new AnyPrincipal()],
            actions: ['sqs:*'],
            // In the policy of a queue, this is the queue itself.
            resources: ['*'],
            conditions: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ],
      }),
    });
  }
}
