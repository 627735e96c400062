import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName } from '#infra/stage.ts';
import {
  allowSendMessage,
  createDeadLetterQueue,
  failureDestination,
  type ScheduledBackgroundFunction,
} from './dead-letters.ts';
import type { ScheduledFunction } from './schedule-sources.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { tableStatements } from './table-access.ts';

const maxEventAge = Duration.hours(1);

const rotateKeysStatement = ({ secretArn }: ISecret): PolicyStatement =>
  new PolicyStatement({
    actions: ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'].map(
      (action) => `secretsmanager:${action}`,
    ),
    resources: [secretArn],
  });

export function addSchedule(
  scope: Construct,
  name: string,
  { file, description, every, timeoutMinutes = 1, table, changesSigningKeys = false }: ScheduledFunction,
  shared: SharedResources,
): ScheduledBackgroundFunction {
  const isEnabled = shared.stage.readOnly !== true;
  const deadLetters = createDeadLetterQueue(scope);
  const handler = createFunction(scope, {
    shared,
    file,
    description,
    timeout: Duration.minutes(timeoutMinutes),
    statements: [
      ...tableStatements(shared.table, table),
      ...(changesSigningKeys ? [rotateKeysStatement(shared.signingKeys)] : []),
      allowSendMessage(deadLetters),
    ],
    environment: changesSigningKeys ? { SIGNING_KEYS_SECRET: shared.signingKeys.secretArn } : {},
  });
  acknowledge(handler, 'hasFailureDestination');
  handler.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge,
    onFailure: failureDestination(deadLetters),
  });
  new Schedule(scope, 'Schedule', {
    scheduleName: `${resourceName(shared.stage)}-${name}`,
    description,
    enabled: isEnabled,
    schedule: ScheduleExpression.expression(`rate(${every})`),
    target: new LambdaInvoke(handler, {
      role: schedulerRole(scope, handler, deadLetters).withoutPolicyUpdates(),
      deadLetterQueue: deadLetters,
      maxEventAge,
      retryAttempts: 20,
    }),
  });
  return { name, handler, deadLetters, every, isEnabled };
}

function schedulerRole(scope: Construct, { functionArn }: IFunction, deadLetters: IQueue): Role {
  const schedules = Stack.of(scope).formatArn({
    service: 'scheduler',
    resource: 'schedule-group',
    resourceName: 'default',
  });
  const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] });
  return new Role(scope, 'Caller', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': schedules } },
    }),
    inlinePolicies: { own: new PolicyDocument({ statements: [invoke, allowSendMessage(deadLetters)] }) },
  });
}
