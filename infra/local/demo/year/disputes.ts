// Writes disputes: two that wait for a decision, and two that are decided.
import type { Account } from '#infra/local/demo/brand.ts';
import { daysBefore } from '#infra/local/demo/creations.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { type Closing, newDispute } from '#lib/money/disputes/rules/dispute.ts';
import type { DisputeInput } from '#lib/money/disputes/schema/endpoints.ts';
import { prepareClosing } from '#lib/money/disputes/store/disputes.ts';
import { openDispute } from '#lib/money/disputes/writes.ts';

interface DemoDispute {
  readonly daysAgo: number;
  readonly subject: (own: Conversion) => Pick<DisputeInput, 'kind' | 'orderId' | 'commissionId'>;
  readonly message: string;
  readonly closing?: Pick<Closing, 'status' | 'reason'>;
}

const disputes: readonly DemoDispute[] = [
  {
    daysAgo: 60,
    subject: () => ({ kind: 'missingOrder', orderId: 'PHONE-881' }),
    message: 'A follower ordered by telephone with my code.',
    closing: { status: 'accepted', reason: null },
  },
  {
    daysAgo: 35,
    subject: ({ commissionId }) => ({ kind: 'commissionAmount', commissionId: commissionId ?? '' }),
    message: 'The campaign promised 20 percent.',
    closing: { status: 'rejected', reason: 'The order came after the last day of the campaign.' },
  },
  {
    daysAgo: 4,
    subject: ({ commissionId }) => ({ kind: 'commissionAmount', commissionId: commissionId ?? '' }),
    message: 'I expected the rate of ambassadors for this order.',
  },
  {
    daysAgo: 1,
    subject: () => ({ kind: 'missingOrder' }),
    message: 'My sister bought two tents on Sunday. I cannot see the order.',
  },
];

export async function writeDisputes(
  conversions: readonly Conversion[],
  { brand, approver: decidedBy }: Account,
  now: Date,
): Promise<void> {
  const earned = conversions.filter(({ commissionId }) => commissionId !== null).reverse();
  for (const [nth, { daysAgo, subject, message, closing }] of disputes.entries()) {
    const at = daysBefore(now, daysAgo);
    const own = earned.filter(({ occurredAt }) => occurredAt < at.toISOString())[nth];
    if (own === undefined || own.affiliateId === null) continue;
    const input = { affiliateId: own.affiliateId, message, ...subject(own) };
    const dispute = newDispute(brand.id, input, at);
    await transact(openDispute(dispute));
    if (closing === undefined) continue;
    const { writes } = await prepareClosing(
      brand.id,
      dispute.id,
      { ...closing, decidedBy },
      daysBefore(at, -2),
    );
    await transact(writes);
  }
}
