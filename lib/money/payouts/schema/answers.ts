// Defines the responses of payouts.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { missingReason } from './files.ts';
import { lineAnswer } from './line-answer.ts';
import { emptyReason, maxLinesShown, paymentMethod, payoutStatus } from './payout.ts';

const answeredTotals = () => ({
  amount: decimal.meta({ description: 'The sum of the lines; 0 until the payout is ready' }),
  affiliatesCount: z.int().meta({ description: 'The number of lines: creators who are paid.' }),
  commissionsCount: z.int().meta({ description: 'The number of commissions in the lines.' }),
  periodStart: instant.nullable().meta({
    description: 'When the first commission in the lines was created. Null until the payout is ready',
  }),
  periodEnd: instant.nullable().meta({
    description: 'When the last commission in the lines was created. Null like `periodStart`',
  }),
  excludedCount: z.int().meta({
    description:
      'The number of excluded creators who would be paid otherwise. Their commissions wait for a later payout; 0 until ' +
      'the payout is ready',
  }),
});

const terms = () => ({
  currency: z.string().meta({ description: 'The currency of the amounts, which is the brand’s.' }),
  minimum: decimal.meta({
    description: 'The minimum of the request, otherwise `payoutMinimum` of the brand at that time',
  }),
  affiliateIds: z
    .array(idSchema('affiliate'))
    .nullable()
    .meta({ description: 'The creators of the request; null for all' }),
  excludeAffiliateIds: z
    .array(idSchema('affiliate'))
    .nullable()
    .meta({ description: 'The creators whom the request excludes; null for none' }),
  earnedBefore: instant.nullable().meta({
    description: 'Only commissions of orders before this time are collected; null for no limit',
  }),
  includeBanned: z.boolean().meta({ description: 'Whether banned creators are paid as well.' }),
  paymentMethod: paymentMethod.nullable().meta({
    description: 'Creators without usable details of this method are excluded. Null for all creators',
  }),
});

const progress = z
  .object({
    amount: decimal.meta({
      description: 'The sum of the commissions so far, including creators who turn out not to be paid.',
    }),
    commissionsCount: z.int().meta({ description: 'The number of commissions so far.' }),
    affiliatesCount: z.int().meta({
      description: 'The number of completed lines, which is 0 until all commissions are collected.',
    }),
  })
  .meta({ id: 'PayoutProgress', description: 'The progress of a payout that is prepared.' });

export const payoutAnswer = z
  .object({
    id: idSchema('payout'),
    status: payoutStatus,
    ...terms(),
    ...answeredTotals(),
    paidCount: z.int().meta({ description: 'The number of lines that were marked as paid one by one.' }),
    failedCount: z
      .int()
      .meta({ description: 'The number of failed lines, which the other figures do not include.' }),
    progress: progress.nullable().meta({
      description: 'What a payout that is `preparing` has collected so far. Null for any other status',
    }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'Your reference of the payment. Null until the payout is paid.' }),
    createdAt: instant.meta({ description: 'When the payout was created.' }),
    paidAt: instant.nullable().meta({ description: 'When the payout was marked as paid' }),
    canceledAt: instant.nullable().meta({ description: 'When the payout was canceled. Otherwise null.' }),
    reopenedAt: instant
      .nullable()
      .meta({ description: 'When the payout was reopened last. Otherwise null.' }),
    reopenReason: z.string().nullable().meta({ description: 'Why the payout was reopened last.' }),
    emptyReason: emptyReason.nullable().meta({
      description:
        'Why the service has canceled the payout, if nothing was payable after all; otherwise null',
    }),
  })
  .meta({
    id: 'Payout',
    description: 'A payment run: the approved commissions of the brand, added up for each creator.',
  });

const lines = () =>
  z
    .array(lineAnswer)
    .meta({ description: `The first ${maxLinesShown} lines; empty until the payout is ready` });

const excluded = () =>
  z.array(lineAnswer).meta({ description: `The first ${maxLinesShown} excluded creators, who are not paid` });

export const payoutDetail = payoutAnswer
  .extend({ lines: lines(), excluded: excluded() })
  .meta({ id: 'PayoutDetail', description: 'A payout with its first lines.' });

export const emptyPayoutMeta = z
  .object({ reason: emptyReason })
  .meta({ id: 'EmptyPayoutMeta', description: 'Says why no payout was created.' });

const previewLine = lineAnswer
  .extend({
    notInFile: missingReason.nullable().meta({
      description:
        'Why no payout file would contain the payment now, such as `noDetails`. Null if a file would.',
    }),
  })
  .meta({ id: 'PayoutPreviewLine', description: 'The payment to one creator that a payout would contain.' });

export const payoutPreview = z
  .object({
    dryRun: z.literal(true).meta({ description: 'Always `true`: nothing was created.' }),
    ...terms(),
    ...answeredTotals(),
    lines: z.array(previewLine).meta({ description: `The first ${maxLinesShown} lines.` }),
    excluded: excluded(),
    emptyReason: emptyReason.nullable().meta({
      description: 'Why no payout would be created; null if one would be, and if `isComplete` is `false`',
    }),
    isComplete: z.boolean().meta({
      description:
        '`false` if the amounts are not exact, because there were too many commissions to read all of them in time, or because ' +
        'another payout was `preparing`, `updating` or `canceling`',
    }),
  })
  .meta({ id: 'PayoutPreview', description: 'The payout that would be created.' });
