// The functions behind the table's stream, as data: which changes each is called for, and what it does to the table.
import type { TableAccess } from '#lib/contract/route.ts';

interface StreamFunction {
  /** Below functions/. */
  readonly file: string;
  readonly description: string;
  /** Which changes; the pattern language is that of Lambda's event filtering. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly table: TableAccess;
  /** Needs to know the shard. Its events then come in windows, and its answer must have a `state`. */
  readonly windowed: boolean;
  /** How many changes are handed over at once, at most, and how long is waited for so many. */
  readonly batch: { readonly size: number; readonly seconds: number };
}

/** Two at most: DynamoDB lets no more than two read a shard. */
export const streamFunctions = {
  foldClicks: {
    file: 'streams/fold-clicks.ts',
    description: 'Fold clicks into the daily figures',
    filter: { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: ['visit'] } } } },
    table: { actions: ['GetItem', 'BatchGetItem', 'PutItem'] },
    windowed: true,
    // What is written does not grow with a batch; a click is to show within 5 seconds.
    batch: { size: 2000, seconds: 2 },
  },
  forgetCampaigns: {
    file: 'streams/forget-campaigns.ts',
    description: 'Delete the members of deleted campaigns',
    filter: { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: ['campaign'] } } } },
    table: { actions: ['Query', 'DeleteItem'] },
    windowed: false,
    batch: { size: 100, seconds: 0 },
  },
} as const satisfies Record<string, StreamFunction>;
