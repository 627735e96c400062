// Reads the creators of payout lines.

import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';

/** Returns the creators by id. */
export async function readCreators(
  { brandId }: Pick<Payout, 'brandId'>,
  lines: readonly Pick<Line, 'affiliateId'>[],
): Promise<ReadonlyMap<string, Affiliate>> {
  if (lines.length === 0) return new Map();
  const found = await getItems(lines.map(({ affiliateId }) => keys.item(brandId, 'affiliate', affiliateId)));
  return new Map(
    found.map((item) => {
      const creator = storedAffiliate.parse(item);
      return [creator.id, creator];
    }),
  );
}
