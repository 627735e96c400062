// Decides which discount codes and which opening balance a row gives its creator.
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { newManualCommission } from '#lib/money/commissions/rules/manual.ts';
import { addCommission } from '#lib/money/commissions/writes.ts';
import type { CreatorRow } from '#lib/outlets/imports/schema/row.ts';
import { claimBalance } from '#lib/outlets/imports/writes.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { newDiscount } from '#lib/program/discounts/rules/new-discount.ts';
import { addDiscount } from '#lib/program/discounts/writes/discount.ts';
import type { Found, Setting } from './setting.ts';

type Extras = Pick<CreatorRow, 'discountCodes' | 'discountValue' | 'balance'>;

const taken = (code: string, { discountId }: Item) => {
  const message = `\`${code}\` is a discount code of another creator (${discountId}): leave it out, or write another one`;
  return conflict('discount_exists', message, { details: [{ path: 'discountCode', message }] });
};

function codeWrites(
  { id: affiliateId }: Affiliate,
  { discountCodes = [], discountValue }: Extras,
  { codes }: Found,
  { brand, now }: Setting,
): readonly Write[] {
  return discountCodes.flatMap((code) => {
    const claim = codes.get(code);
    if (claim?.affiliateId === affiliateId) return [];
    if (claim !== undefined) throw taken(code, claim);
    if (discountValue === undefined)
      throw invalidField('discountValue', `Write what customers save with \`${code}\`, such as 10 %`);
    return addDiscount(newDiscount({ code, affiliateId, ...discountValue }, brand, now), false);
  });
}

/** Each creator gets one opening balance from imports, so that a file that is imported again is not paid twice. */
function balanceWrites(
  { id: affiliateId }: Affiliate,
  { balance }: Extras,
  { balance: claim, items }: Found,
  { brand, now, importId, actorId: approvedBy }: Setting,
): readonly Write[] {
  if (balance === undefined || balance === 0) return [];
  const amount = toMinor(balance, brand.currency, 'balance');
  if (claim !== undefined && claim.amount !== amount)
    throw invalidField(
      'balance',
      `An import has recorded another opening balance (${claim.commissionId}): correct it with a bonus or a deduction`,
    );
  if (claim !== undefined) return [];
  const reason = `Opening balance of the import ${importId}`;
  const input = { affiliateId, kind: 'openingBalance', amount: balance, reason } as const;
  const named = { affiliate: items.get(affiliateId) ?? {}, campaign: undefined };
  const commission = newManualCommission(input, { brand, named, approvedBy }, now);
  return [claimBalance(commission), ...addCommission(commission, named, now)];
}

export const extraWrites = (
  creator: Affiliate,
  row: Extras,
  found: Found,
  setting: Setting,
): readonly Write[] => [
  ...codeWrites(creator, row, found, setting),
  ...balanceWrites(creator, row, found, setting),
];
