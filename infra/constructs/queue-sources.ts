import type { TableAccess } from '#lib/contract/route.ts';

export interface QueueFunction {
  readonly file: string;
  readonly description: string;
  readonly table: TableAccess;
  /** Lambda runs at most this many instances at the same time. */
  readonly maxConcurrency: number;
  /** SQS delivers a failed message again after this time, and moves it to the dead-letter queue after this number of deliveries. */
  readonly retry: { readonly seconds: number; readonly deliveries: number };
  /** The messages of a read-only stage wait until it accepts changes again. */
  readonly waitsWhileReadOnly: boolean;
}

/** Each of these functions must be idempotent, because SQS delivers at least once. */
export const queueFunctions = {
  deliverWebhooks: {
    file: 'queues/deliver-webhooks.ts',
    description: 'Send events to the webhook endpoints of brands',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      guarded: { webhookSecrets: 'read', emails: 'write' },
    },
    // An endpoint has one worker at a time, and an endpoint that hangs occupies it for 10 seconds before its next pause.
    maxConcurrency: 100,
    // Longer than a run, so that a message is delivered again only after the lease of a killed worker has ended.
    retry: { seconds: 90, deliveries: 5 },
    waitsWhileReadOnly: false,
  },
  storeClicks: {
    file: 'queues/store-clicks.ts',
    description: 'Store the clicks that links could only log',
    table: { actions: ['UpdateItem', 'PutItem'] },
    // Two instances store some hundred clicks in a second, and do not burden a table that has just recovered.
    maxConcurrency: 2,
    // The table may be unavailable for a day.
    retry: { seconds: 300, deliveries: 288 },
    waitsWhileReadOnly: true,
  },
} as const satisfies Record<string, QueueFunction>;
