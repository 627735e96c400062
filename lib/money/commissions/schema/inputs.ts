// Defines the bodies of the requests that create, approve and reject commissions.
import * as z from 'zod';
import { paging } from '#lib/foundation/contract/paging.ts';
import { checkSelection, selectedIds, selectionCursor } from '#lib/foundation/contract/selection.ts';
import { instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { signedAmountInput } from '#lib/foundation/shared/money.ts';
import { manualKind } from '#lib/money/commissions/schema/kind.ts';

export const manualInput = z
  .strictObject({
    affiliateId: idSchema('affiliate').meta({ description: 'The creator, of any status.' }),
    kind: manualKind.meta({
      description: '`bonus`, `deduction`, or `openingBalance` for what the creator was owed before.',
    }),
    amount: signedAmountInput().meta({
      description:
        'At most 10^12 minor units. More than 0, also for a deduction, which becomes a negative commission. Only an opening balance ' +
        'can be less than 0.',
    }),
    reason: displayText(500).meta({ description: 'What the commission is for.' }),
    campaignId: idSchema('campaign')
      .optional()
      .meta({ description: 'The campaign that the commission counts for. It cannot be a draft.' }),
    occurredAt: instantInput(
      'The time under which reports count the commission, which defaults to now',
    ).optional(),
  })
  .meta({ id: 'ManualCommissionInput', description: 'A commission without an order.' });
export type ManualInput = z.output<typeof manualInput>;

export const rejectInput = z
  .strictObject({ reason: displayText(500).meta({ description: 'Why the commission is rejected.' }) })
  .meta({ id: 'RejectionInput', description: 'Rejects a commission.' });

const ids = (decision: string) => selectedIds(`The ids of the commissions to ${decision}.`);

const filterOf = <Status extends string, Held extends z.ZodType<boolean | undefined>>(
  statuses: readonly [Status, ...Status[]],
  held: Held,
) =>
  z.strictObject({
    status: z.enum(statuses).meta({ description: 'The status of the commissions.' }),
    affiliateId: idFilter.optional().meta({ description: 'The commissions of this creator.' }),
    campaignId: idFilter.optional().meta({ description: 'The commissions that count for this campaign.' }),
    held,
    createdFrom: paging.createdFrom,
    createdTo: paging.createdTo,
  });

export const approveInput = z
  .strictObject({
    ids: ids('approve'),
    filter: filterOf(
      ['pending'],
      z.boolean().default(false).meta({
        description: 'True for commissions that wait for a review, which are otherwise left out.',
      }),
    )
      .optional()
      .meta({ description: 'Selects the commissions instead of `ids`, up to 100 in a request.' }),
    cursor: selectionCursor,
  })
  .check(checkSelection)
  .meta({ id: 'ApprovalsInput', description: 'Several commissions to approve.' });

export const rejectionFilter = () =>
  filterOf(
    ['pending', 'approved'],
    z.boolean().optional().meta({
      description: 'True for commissions that wait for a review, false for all others. Both by default.',
    }),
  );

export const rejectManyInput = z
  .strictObject({
    ids: ids('reject'),
    filter: rejectionFilter()
      .optional()
      .meta({ description: 'Selects the commissions instead of `ids`, up to 100 in a request.' }),
    cursor: selectionCursor,
    reason: displayText(500).meta({ description: 'Why the commissions are rejected.' }),
  })
  .check(checkSelection)
  .meta({ id: 'RejectionsInput', description: 'Several commissions to reject.' });

export type Selection = Pick<z.output<typeof rejectManyInput>, 'ids' | 'filter' | 'cursor'>;
export type DecisionFilter = NonNullable<Selection['filter']>;
