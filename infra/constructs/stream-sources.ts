// The functions behind the table's stream, as data: which changes each is called for, and what it does to the table.
import type { TableAccess } from '#lib/contract/route.ts';
import { workingStatuses } from '#lib/payouts/rules/working-statuses.ts';

interface StreamFunction {
  /** Below functions/. */
  readonly file: string;
  readonly description: string;
  /** Which changes: those that one of these matches. The pattern language is that of Lambda's event filtering. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  readonly table: TableAccess;
  /** Needs to know the shard. Its events then come in windows, and its answer must have a `state`. */
  readonly windowed: boolean;
  /** How many changes are handed over at once, at most, and how long is waited for so many. */
  readonly batch: { readonly size: number; readonly seconds: number };
}

/** Two at most: DynamoDB lets no more than two read a shard. */
export const streamFunctions = {
  aggregateClicks: {
    file: 'streams/aggregate-clicks.ts',
    description: 'Fold clicks into the daily figures',
    filters: [{ eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: ['visit'] } } } }],
    table: { actions: ['GetItem', 'BatchGetItem', 'PutItem'] },
    windowed: true,
    // What is written does not grow with a batch; a click is to show within 5 seconds.
    batch: { size: 2000, seconds: 2 },
  },
  continueWork: {
    file: 'streams/continue-work.ts',
    description: 'Forget the members of deleted campaigns, go on with payouts',
    filters: [
      { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: ['campaign'] } } } },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          NewImage: { type: { S: ['payout'] }, status: { S: workingStatuses } },
        },
      },
    ],
    table: {
      actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['byStatus', 'byAffiliateAndStatus'],
    },
    windowed: false,
    batch: { size: 100, seconds: 0 },
  },
} as const satisfies Record<string, StreamFunction>;
