// Reads the creators of payout lines.

import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { methodFor } from '#lib/money/payouts/rules/files.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { withDetails } from './details.ts';

type Lines = readonly Pick<Line, 'affiliateId'>[];

/** Returns the creators whom the method of the payout can pay. The time is fixed, so that every step decides alike. */
async function readPayable(payout: Payout, lines: Lines): Promise<ReadonlySet<string>> {
  const { brandId, paymentMethod, createdAt } = payout;
  if (paymentMethod === null) return new Set(lines.map(({ affiliateId }) => affiliateId));
  const all = await withDetails(brandId, lines);
  const payable = all.filter(
    ({ details }) => typeof methodFor(paymentMethod, details, new Date(createdAt)) !== 'string',
  );
  return new Set(payable.map(({ line }) => line.affiliateId));
}

/** Returns the creators by id. */
export async function readCreators(
  payout: Payout,
  lines: Lines,
): Promise<ReadonlyMap<string, Affiliate & { readonly hasDetails: boolean }>> {
  if (lines.length === 0) return new Map();
  const [found, payable] = await Promise.all([
    getItems(lines.map(({ affiliateId }) => keys.item(payout.brandId, 'affiliate', affiliateId))),
    readPayable(payout, lines),
  ]);
  return new Map(
    found.map((item) => {
      const creator = storedAffiliate.parse(item);
      return [creator.id, { ...creator, hasDetails: payable.has(creator.id) }];
    }),
  );
}
