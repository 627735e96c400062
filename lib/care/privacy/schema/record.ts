// Defines the schemas of the records that are stored about a creator.
import * as z from 'zod';
import { paging } from '#lib/foundation/contract/paging.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';

export const recordTypes = [
  'affiliate',
  'discount',
  'link',
  'conversion',
  'commission',
  'dispute',
  'fraudFinding',
  'paymentDetails',
  'payoutLine',
  'membership',
  'event',
] as const;
export type RecordType = (typeof recordTypes)[number];

/** `parent` is the payout of a line, or the campaign of a membership. */
export interface StoredRecord {
  readonly type: Exclude<RecordType, 'event'>;
  readonly item: Item;
  readonly parentId?: string;
  readonly parent?: Item;
}

export const recordsQuery = z.strictObject({ cursor: paging.cursor, limit: paging.limit });

export const personalRecord = z
  .object({
    type: z.enum(recordTypes).meta({ description: 'The kind of the record.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'The record in the form that its own endpoint returns. A line of a payout also has the `payoutId`, and a membership the ' +
        '`campaignId`.',
    }),
  })
  .meta({ id: 'PersonalRecord', description: 'One record that is stored about a creator.' });

export const recordsMeta = z
  .object({
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
  })
  .meta({ id: 'PersonalRecordsMeta', description: 'The position in the records.' });
