// Reads the terms, the statistics and the balance of a creator.
import type { Brand } from '#lib/access/brands/schema.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import { figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';
import { termsRange } from '#lib/foundation/table/keys/terms-keys.ts';
import { listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { readLast } from '#lib/foundation/table/query-pages.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { balanceOf } from '#lib/outlets/creator-portal/rules/balance.ts';
import { type AppliedTerms, ownTermsOf } from '#lib/outlets/creator-portal/rules/own-terms.ts';
import { nothingPayable, payableRows } from '#lib/outlets/figures/rules/payables.ts';
import { sheetOf } from '#lib/outlets/figures/rules/sheet.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { appliedVersion, type Terms } from '#lib/program/terms/schema/terms.ts';

interface Creator {
  readonly brandId: string;
  readonly affiliateId: string;
}

export async function termsInForce(brandId: string, ownerId: string, now: Date): Promise<Terms | null> {
  const [latest] = await readLast(termsRange(brandId, ownerId, now.toISOString()), 1);
  return latest === undefined ? null : appliedVersion.parse(latest).terms;
}

/** An owner without terms costs no read. */
export async function readOwnTerms(affiliate: Affiliate, brand: Brand, now: Date): Promise<AppliedTerms> {
  const read = (hasTerms: boolean, ownerId: string) =>
    hasTerms ? termsInForce(brand.id, ownerId, now) : Promise.resolve(null);
  const { id, group } = affiliate;
  const [ofCreator, ofGroup, ofBrand] = await Promise.all([
    read(affiliate.hasTerms === true, id),
    read(group !== null, group ?? ''),
    read(brand.hasTerms === true, brand.id),
  ]);
  return ownTermsOf(affiliate, brand, { creator: ofCreator, group: ofGroup, brand: ofBrand });
}

/** The totals of a creator can be spread over several items, so they are read again. */
async function readEarned({ brandId, affiliateId }: Creator, now: Date) {
  const [sheet, creator = {}] = await getItems([
    figureKeys.payables(brandId, affiliateId),
    affiliateKey(brandId, affiliateId),
  ]);
  const { commissionEarned } = storedAffiliate.parse(await withSpreadTotals(creator));
  const rows = payableRows([sheetOf(sheet)], dayOf(now));
  const { payable = nothingPayable } = rows.find((row) => row.affiliateId === affiliateId) ?? {};
  return { commissionEarned, payable };
}

/** The oldest commissions are approved first, and few of them are held for review. */
const examined = 20;

/** Returns when the next pending commission is approved that is not held for review. */
async function readNextApproval({ brandId, affiliateId }: Creator): Promise<string | null> {
  const pending = listQueryFor(brandId, 'commission', { affiliateId, status: 'pending' });
  const { Items: items = [] } = await query({ ...toQueryInput(pending), Limit: examined });
  const dates = items.map((item) => storedCommission.parse(item)).filter(({ hold }) => hold === null);
  return dates.map(({ eligibleAt }) => eligibleAt).toSorted()[0] ?? null;
}

export async function readBalance(
  { id: brandId, payoutMinimum: minimum }: Brand,
  affiliateId: string,
  now: Date,
) {
  const creator = { brandId, affiliateId };
  const [earned, nextApprovalAt] = await Promise.all([readEarned(creator, now), readNextApproval(creator)]);
  return { balance: balanceOf({ ...earned, minimum }), nextApprovalAt };
}
