// Marks a line of a payout as paid or failed.
import type { Brand } from '#lib/access/brands/schema.ts';
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { staleWrite, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import { markLine } from '#lib/money/payouts/rules/lines.ts';
import { isChanging } from '#lib/money/payouts/rules/statuses.ts';
import type { LineChanges } from '#lib/money/payouts/schema/endpoints.ts';
import { type Line, type Payout, storedLine, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { changePayoutDecision, payoutKey } from '#lib/money/payouts/writes.ts';
import { advanceInRequest } from './advance.ts';

interface PayoutWithLine {
  readonly payout: Payout;
  readonly line: Line;
  /** An erasure that has ended would miss a later text about the creator. */
  readonly isErased: boolean;
}

interface Named {
  readonly id: string;
  readonly affiliateId: string;
}

async function readLine(brandId: string, { id, affiliateId }: Named): Promise<PayoutWithLine> {
  const [payout, line, creator] = await getItems([
    payoutKey(brandId, id),
    keys.payoutLine(brandId, id, affiliateId),
    keys.item(brandId, 'affiliate', affiliateId),
  ]);
  if (payout === undefined) throw notFound('payout');
  if (line === undefined) throw notFound('affiliate');
  const isErased = creator?.[erasedRevision] !== undefined;
  return { payout: storedPayout.parse(payout), line: storedLine.parse(line), isErased };
}

/** A read can miss the last change of the line, although it sees that of the payout. Then this write is refused. */
function changeLine({ payout, line: before }: PayoutWithLine, after: Line): Write {
  const { status, paidAt, failedAt, failureReason } = after;
  const isUnchanged =
    before.status === 'open'
      ? { condition: 'attribute_not_exists(#status)' }
      : { condition: '#status = :was', values: { was: before.status } };
  return updateExisting(
    keys.payoutLine(payout.brandId, payout.id, before.affiliateId),
    { set: { status, paidAt, failedAt, failureReason }, ...isUnchanged },
    staleWrite,
  );
}

/** First completes another change of the payout, such as that of another line, as far as the time of the request allows. */
async function readUnchanging(brand: Brand, named: Named): Promise<PayoutWithLine> {
  const found = await readLine(brand.id, named);
  if (!isChanging(found.payout)) return found;
  await advanceInRequest(found.payout, brand, isChanging);
  return readLine(brand.id, named);
}

export const updateLine = (
  brand: Brand,
  named: Named,
  { status, reason }: LineChanges,
  now: Date,
): Promise<PayoutWithLine> =>
  retryOnConflict(async () => {
    const found = await readUnchanging(brand, named);
    const changes = { status, ...(reason !== undefined && !found.isErased && { reason }) };
    const marked = markLine(found.payout, found.line, changes, now);
    if (marked === undefined) return found;
    await transact([...changePayoutDecision(found.payout, marked.payout), changeLine(found, marked.line)]);
    const begun = { ...marked.payout, revision: found.payout.revision + 1 };
    return { ...found, payout: await advanceInRequest(begun, brand, isChanging), line: marked.line };
  });
