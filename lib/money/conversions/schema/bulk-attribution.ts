// Defines the request that decides who earns with several orders, and its results.
import * as z from 'zod';
import { itemIndex, itemStatus } from '#lib/foundation/contract/batch.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { paging } from '#lib/foundation/contract/paging.ts';
import { checkSelection, selectedIds, selectionCursor } from '#lib/foundation/contract/selection.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { attributionInput } from './attribution-input.ts';
import { conversionAnswer } from './endpoints.ts';
import { attribution } from './receipt.ts';

const filter = z
  .strictObject({
    affiliateId: idFilter.optional().meta({ description: 'The orders of this creator.' }),
    attribution: attribution.optional(),
    campaignId: idFilter.optional().meta({ description: 'The orders that count for this campaign.' }),
    discountId: idFilter.optional().meta({ description: 'The orders of this discount code.' }),
    createdFrom: paging.createdFrom,
    createdTo: paging.createdTo,
  })
  .refine(
    ({ affiliateId, attribution: result }) => affiliateId !== undefined || result !== undefined,
    'Send `affiliateId` or `attribution`, which say who earns with the orders now',
  );
export type AttributionFilter = z.output<typeof filter>;

export const bulkAttributionInput = z
  .strictObject({
    ids: selectedIds('The ids of the conversions to attribute.'),
    filter: filter.optional().meta({
      description:
        'Selects the orders instead of `ids`, up to 100 in a request. Canceled orders are left out. Send `affiliateId`, `attribution` or ' +
        'both.',
    }),
    cursor: selectionCursor,
    ...attributionInput.shape,
  })
  .check(checkSelection)
  .meta({ id: 'BulkAttributionInput', description: 'Decides who earns with several orders.' });
export type BulkAttributionInput = z.output<typeof bulkAttributionInput>;

export const attributionResult = z
  .discriminatedUnion('status', [
    z.strictObject({ index: itemIndex, status: itemStatus('attributed'), conversion: conversionAnswer }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'AttributionResult', description: 'The result of one order of a bulk attribution.' });
