import type { TableAccess } from '#lib/foundation/contract/route.ts';
import type { QueueName } from '#lib/foundation/shared/queues.ts';

export interface QueueFunction {
  readonly file: string;
  readonly description: string;
  /** The name that the service has for the queue. */
  readonly queue: QueueName;
  readonly table: TableAccess;
  /** The function sends messages to its own queue, or messages that it can never process to the dead-letter queue. */
  readonly sendsTo?: 'queue' | 'deadLetters';
  /** The function may send e-mails, if the stage has a sender. */
  readonly sendsEmails?: true;
  /** The queue receives the bounces and the complaints about e-mails to creators. */
  readonly receivesFeedback?: true;
  /** The function reads the key of payment details, which also encrypts the messages of shops. */
  readonly readsPaymentKey?: true;
  /** The function uses the files of exports, imports and reconciliations. */
  readonly writesFiles?: true;
  /** A run receives up to this many messages, which fail together. Default: 1, so that no message delays another one. */
  readonly batchSize?: number;
  /** Lambda runs at most this many instances at the same time. */
  readonly maxConcurrency: number;
  /** SQS delivers a failed message again after this time, and moves it to the dead-letter queue after this number of deliveries. */
  readonly retry: { readonly seconds: number; readonly deliveries: number };
  /** The messages of a read-only stage wait until it accepts changes again. */
  readonly waitsWhileReadOnly?: true;
}

/** Half an hour, so that a short outage causes no dead letters. A worker is repeated only after the timeout of its function. */
const retry = { seconds: 90, deliveries: 20 } as const;

/** Each of these functions must be idempotent, because SQS delivers at least once. docs/decisions/0128 */
export const queueFunctions = {
  deliverWebhooks: {
    file: 'queues/deliver-webhooks.ts',
    description: 'Send events to the webhook endpoints of brands',
    queue: 'webhooks',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      guarded: { webhookSecrets: 'read', emails: 'write' },
    },
    sendsTo: 'queue',
    // An endpoint has one worker at a time, and an endpoint that hangs occupies it for 10 seconds before its next pause.
    maxConcurrency: 100,
    // Longer than a run, so that a message is delivered again only after the lease of a killed worker has ended.
    retry: { seconds: 90, deliveries: 5 },
  },
  storeClicks: {
    file: 'queues/store-clicks.ts',
    description: 'Store the clicks that links could only log',
    queue: 'clicks',
    table: { actions: ['UpdateItem', 'PutItem'] },
    sendsTo: 'deadLetters',
    // After an outage, each instance of the link has logged a few clicks, so a message has few lines.
    batchSize: 10,
    // More would throttle a table that has just recovered (docs/decisions/0120).
    maxConcurrency: 5,
    // The table may be unavailable for a day.
    retry: { seconds: 300, deliveries: 288 },
    waitsWhileReadOnly: true,
  },
  sendEmails: {
    file: 'queues/send-emails.ts',
    description: 'Send e-mails',
    queue: 'emails',
    table: {
      actions: ['BatchGetItem', 'UpdateItem', 'DeleteItem'],
      guarded: { linkKey: 'write', emails: 'write' },
    },
    sendsEmails: true,
    // Amazon SES accepts 14 e-mails in a second of a new account. An instance sends about three.
    maxConcurrency: 5,
    retry,
  },
  mailCreators: {
    file: 'queues/mail-creators.ts',
    description: 'Write and send e-mails to creators',
    queue: 'creatorMails',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
      indexes: ['byTime'],
      guarded: { linkKey: 'write' },
    },
    sendsTo: 'queue',
    sendsEmails: true,
    receivesFeedback: true,
    // The e-mails of users, who wait for them, share the sending rate of Amazon SES.
    maxConcurrency: 2,
    retry,
  },
  writeExports: {
    file: 'queues/write-exports.ts',
    description: 'Write the files of exports, and import files',
    queue: 'exports',
    table: {
      actions: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus', 'byCustomer'],
      guarded: { paymentDetails: 'read' },
    },
    sendsTo: 'queue',
    writesFiles: true,
    // A brand has at most five exports in progress.
    maxConcurrency: 20,
    retry,
  },
  advancePayouts: {
    file: 'queues/advance-payouts.ts',
    description: 'Prepare, pay and cancel payouts, take bulk decisions, and evaluate fraud rules',
    queue: 'payouts',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus', 'byHold'],
      guarded: { paymentDetails: 'read' },
    },
    sendsTo: 'queue',
    // A brand has one payout in preparation, one approval and one rejection at a time.
    maxConcurrency: 20,
    retry,
  },
  eraseData: {
    file: 'queues/erase-data.ts',
    description: 'Erase personal data, and delete the members of deleted campaigns',
    queue: 'erasures',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      indexes: ['byAffiliate', 'byAffiliateAndStatus', 'byCustomer'],
      guarded: { paymentDetails: 'write' },
    },
    sendsTo: 'queue',
    writesFiles: true,
    maxConcurrency: 10,
    retry,
  },
  applyMessages: {
    file: 'queues/apply-messages.ts',
    description: 'Record the orders of shops, and compare them',
    queue: 'shopMessages',
    table: {
      actions: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      indexes: ['byCustomer'],
    },
    sendsTo: 'queue',
    readsPaymentKey: true,
    writesFiles: true,
    maxConcurrency: 20,
    retry,
  },
  runSimulations: {
    file: 'queues/run-simulations.ts',
    description: 'Calculate what past orders would have earned by other terms',
    queue: 'simulations',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      indexes: ['byAffiliate'],
    },
    sendsTo: 'queue',
    // A brand has at most three simulations running.
    maxConcurrency: 10,
    retry,
  },
} as const satisfies Record<string, QueueFunction>;
