// Defines commissions, orders and payouts, as the creator sees them: without customers, and with reasons in plain words.
import * as z from 'zod';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { commissionAnswer } from '#lib/money/commissions/schema/answers.ts';
import { commissionStatus } from '#lib/money/commissions/schema/commission.ts';
import { lineAnswer } from '#lib/money/payouts/schema/line-answer.ts';
import { payoutStatus } from '#lib/money/payouts/schema/payout.ts';
import { explanationCodes, type Texts } from '#lib/outlets/creator-earnings/rules/explanations.ts';
import { outcomeCodes } from '#lib/outlets/creator-earnings/rules/outcomes.ts';

const codeOf = <Codes extends Texts>(codes: Codes, description: string) =>
  z.enum(Object.keys(codes) as [keyof Codes & string, ...(keyof Codes & string)[]]).meta({
    description: `${description}\n${Object.entries(codes)
      .map(([code, text]) => `- \`${code}\`: ${text}`)
      .join('\n')}`,
  });

const text = z.string().meta({ description: 'The same in English words.' });

export const ownCommissionAnswer = commissionAnswer
  .pick({
    id: true,
    kind: true,
    campaignId: true,
    orderId: true,
    orderAmount: true,
    amount: true,
    originalAmount: true,
    rate: true,
    currency: true,
    status: true,
    createdAt: true,
    eligibleAt: true,
    approvedAt: true,
    paidAt: true,
    payoutId: true,
  })
  .extend({
    explanation: z
      .object({ code: codeOf(explanationCodes, 'Why the commission has its status.'), text })
      .meta({ id: 'CommissionStatusReason', description: 'The reason of the status of the commission.' }),
    note: z.string().nullable().meta({
      description: 'The words of the brand about a rejection, a bonus or a deduction. Null for nothing.',
    }),
  })
  .meta({ id: 'CreatorCommission', description: 'A commission of the creator of the session.' });

export const ownCommissionFilterSets = { status: ['status?'], payout: ['payoutId'] } as const;

export const ownCommissionFilters = listQuerySchema(
  {
    status: severalOf(commissionStatus, commissionStatus.options, 'Commissions with one of these statuses.'),
    payoutId: idFilter.optional().meta({ description: 'The commissions in this payout.' }),
  },
  ownCommissionFilterSets,
);
export type OwnCommissionFilters = z.output<typeof ownCommissionFilters>;

const payoutFields = {
  id: idSchema('payout'),
  status: payoutStatus,
  lineStatus: lineAnswer.shape.status.unwrap(),
  amount: decimal.meta({ description: 'The amount for the creator.' }),
  currency: z.string().meta({ description: 'The currency of the amount.', example: 'USD' }),
  commissionsCount: z.int().meta({ description: 'The number of commissions that the amount sums up.' }),
  periodStart: instant.nullable().meta({ description: 'When the first of these commissions was created.' }),
  periodEnd: instant.nullable().meta({ description: 'When the last of these commissions was created.' }),
  reference: z
    .string()
    .nullable()
    .meta({ description: 'The reference of the payment. Null until it is paid.' }),
  createdAt: instant.meta({ description: 'When the payout was created.' }),
  paidAt: instant.nullable().meta({ description: 'When the creator was paid. Otherwise null.' }),
  failedAt: instant.nullable().meta({ description: 'When the payment failed. Otherwise null.' }),
  failureReason: z
    .string()
    .nullable()
    .meta({ description: 'The reason of the failure of the payment. Null for none.' }),
};

export const ownPayoutFilters = listQuerySchema({});

export const ownPayoutAnswer = z
  .object(payoutFields)
  .meta({ id: 'CreatorPayout', description: 'A payout with the amount for the creator of the session.' });

/** A page of commissions. `GET /creator/commissions?payoutId=` has the others. */
export const maxStatementRows = 100;

export const statementAnswer = z
  .object({
    ...payoutFields,
    commissions: z.array(ownCommissionAnswer).meta({
      description: `The newest ${maxStatementRows} commissions. \`GET /creator/commissions?payoutId=\` returns all of them.`,
    }),
  })
  .meta({ id: 'PayoutStatement', description: 'A payout with the commissions that it pays to the creator.' });

export const ownOrderAnswer = z
  .object({
    orderId: z.string().meta({ description: 'The id of the order.' }),
    outcome: codeOf(outcomeCodes, 'Whether the creator earns with the order, or why not.'),
    text,
    commission: ownCommissionAnswer.nullable().meta({ description: 'The commission. Null for none.' }),
  })
  .meta({ id: 'CreatorOrder', description: 'Whether a creator earns with an order, and why not.' });
