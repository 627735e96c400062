import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { addressIn, type EmailSender } from '#infra/email-sender.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import { publishFeedback } from './email-feedback.ts';

/** Amazon SES adds this tag to each e-mail. */
const dimension = 'ses:configuration-set';

/**
 * Each e-mail names the configuration set of the stage. Otherwise, SES would use the default set of the identity, which the role must not
 * use. The name is fixed, so that the alarms need no reference to it.
 */
export function createConfigurationSet(scope: Construct, stage: Stage): string {
  const name = resourceName(stage);
  const configurationSet = new ConfigurationSet(scope, 'ConfigurationSet', {
    configurationSetName: name,
    reputationMetrics: true,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  configurationSet.addEventDestination('Metrics', {
    destination: EventDestination.cloudWatchDimensions([
      { name: dimension, source: CloudWatchDimensionSource.MESSAGE_TAG, defaultValue: name },
    ]),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
  publishFeedback(scope, configurationSet);
  return configurationSet.configurationSetName;
}

/** Only the sender of the stage, so a function cannot send in the name of others. SES checks the set like the identity. */
export const allowSendEmail = (scope: Construct, stage: Stage, { from, identity }: EmailSender) =>
  new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: Object.entries({ identity, 'configuration-set': resourceName(stage) }).map(
      ([resource, name]) => Stack.of(scope).formatArn({ service: 'ses', resource, resourceName: name }),
    ),
    conditions: { StringEquals: { 'ses:FromAddress': addressIn(from) } },
  });

/**
 * The rate in percent by which AWS judges the account, and zero with fewer events in a day, because one bounce of three e-mails is no
 * incident. A rate of events would be wrong: each e-mail to a suppressed address is a bounce, but does not count for AWS.
 */
const rateOf = (stage: Stage, event: 'Bounce' | 'Complaint', atLeast: number): MathExpression => {
  const namespace = 'AWS/SES';
  const dimensionsMap = { [dimension]: resourceName(stage) };
  return new MathExpression({
    expression: `IF(FILL(events, 0) >= ${atLeast}, 100 * FILL(rate, 0), 0)`,
    usingMetrics: {
      events: new Metric({ namespace, metricName: event, dimensionsMap, statistic: 'Sum' }),
      rate: new Metric({ namespace, metricName: `Reputation.${event}Rate`, statistic: 'Maximum' }),
    },
    period: Duration.days(1),
  });
};

export const emailAlarms = (stage: Stage): readonly AlarmDefinition[] => [
  {
    name: 'email-bounces',
    description:
      'At least 5 e-mails of a day bounced, and the bounce rate of the account is 5% or more. AWS may stop all e-mails at 10%.',
    metric: rateOf(stage, 'Bounce', 5),
    threshold: 5,
  },
  {
    name: 'email-complaints',
    runbook: 'email-bounces',
    description:
      'At least 2 recipients complained in a day, and the complaint rate of the account is 0.1% or more. AWS may stop all e-mails at 0.5%.',
    metric: rateOf(stage, 'Complaint', 2),
    threshold: 0.1,
  },
];
