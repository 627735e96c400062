import type { TableAccess } from '#lib/contract/route.ts';

export interface QueueFunction {
  readonly file: string;
  readonly description: string;
  readonly table: TableAccess;
  /** Lambda runs at most this many instances at the same time. */
  readonly maxConcurrency: number;
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
  },
} as const satisfies Record<string, QueueFunction>;
