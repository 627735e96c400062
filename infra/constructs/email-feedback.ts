// Brings bounces and complaints about e-mails to creators to the queue of their worker.
import { EventBus, EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { resourceName, type Stage } from '#infra/stage.ts';

export function publishFeedback(scope: Construct, configurationSet: ConfigurationSet): void {
  configurationSet.addEventDestination('Feedback', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(scope, 'DefaultBus', 'default')),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
}

/** A transient bounce, such as a full mailbox, stops no e-mails. */
const feedback = {
  bounced: { detailType: 'Email Bounced', detail: { bounce: { bounceType: ['Permanent'] } } },
  complained: { detailType: 'Email Complaint Received', detail: {} },
} as const;

const tag = (name: string): string => EventField.fromPath(`$.detail.mail.tags.${name}[0]`);

/** Only e-mails to creators have the tags. The message contains no address. */
export function receiveFeedback(
  scope: Construct,
  stage: Stage,
  { queue, deadLetters }: { readonly queue: IQueue; readonly deadLetters: IQueue },
): void {
  for (const [status, { detailType, detail }] of Object.entries(feedback)) {
    const tags = { 'ses:configuration-set': [resourceName(stage)], creatorId: [{ exists: true }] };
    const message = { brandId: tag('brandId'), id: tag('creatorId'), address: tag('address'), status };
    new Rule(scope, status, {
      description: `Stops e-mails to creators whose address has ${status}`,
      eventPattern: {
        source: ['aws.ses'],
        detailType: [detailType],
        detail: { ...detail, mail: { tags } },
      },
      targets: [
        new SqsQueue(queue, { message: RuleTargetInput.fromObject(message), deadLetterQueue: deadLetters }),
      ],
    });
  }
}
