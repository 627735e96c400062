import { workingPhases } from '#lib/care/privacy/rules/phases.ts';
import type { TableAccess } from '#lib/foundation/contract/route.ts';
import type { QueueName } from '#lib/foundation/shared/queues.ts';
import { actorAttribute } from '#lib/foundation/table/keys/event-keys.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import { kindsInReports } from '#lib/outlets/figures/rules/kinds-in-reports.ts';

interface StreamFunction {
  readonly file: string;
  readonly description: string;
  /** A record is delivered when it matches at least one Lambda event filter. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  readonly table: TableAccess;
  /** The queues that the function sends work to. */
  readonly sendsTo: readonly QueueName[];
  /** Enables tumbling windows: Lambda adds the shard id to each event and expects a `state` in each response. */
  readonly windowed: boolean;
  /** Lambda waits up to `seconds` for `size` records. */
  readonly batch: { readonly size: number; readonly seconds: number };
}

/** An item whose changes become events. */
const attributedItem = { [actorAttribute]: { S: [{ exists: true }] } };

/** Add no third function, because DynamoDB supports at most two readers for each shard of a stream. */
export const streamFunctions = {
  aggregateClicks: {
    file: 'streams/aggregate-clicks.ts',
    description: 'Count clicks and ledger entries in figures, and record events',
    filters: [
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: ['visit'] } } } },
      { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: kindsInReports } } } },
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: attributedItem } },
      { eventName: ['REMOVE'], dynamodb: { OldImage: attributedItem } },
    ],
    table: { actions: ['BatchGetItem', 'PutItem', 'Query'] },
    sendsTo: [],
    windowed: true,
    // A larger batch updates each item less often. The wait is short, because statistics must show a click within 5 seconds, and
    // because events wait as long. A longer one would not put two clicks of a small brand into one batch.
    batch: { size: 2000, seconds: 2 },
  },
  continueWork: {
    file: 'streams/continue-work.ts',
    description: 'Send work to the queues, and index events',
    filters: [
      { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: ['campaign'] } } } },
      {
        // Lambda allows five filters, so payouts, exports, imports, simulations, messages and reconciliations of shops share one. An export in progress is `preparing`, as a new
        // payout is.
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          NewImage: {
            type: { S: ['payout', 'export', 'import', 'simulation', 'shopMessage', 'reconciliation'] },
            status: { S: [...workingStatuses, 'running', 'undoing', 'waiting'] },
          },
        },
      },
      {
        eventName: ['INSERT'],
        dynamodb: {
          NewImage: { type: { S: ['creatorMail', 'decision', 'email', 'eventSegment', 'webhookTask'] } },
        },
      },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { type: { S: ['erasure'] }, phase: { S: workingPhases } } },
      },
    ],
    table: { actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
    sendsTo: [
      'webhooks',
      'emails',
      'creatorMails',
      'exports',
      'payouts',
      'erasures',
      'simulations',
      'shopMessages',
    ],
    windowed: false,
    batch: { size: 100, seconds: 0 },
  },
} as const satisfies Record<string, StreamFunction>;
