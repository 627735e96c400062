// Reads the creators of payout lines.
import { type Affiliate, storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import type { Line, Payout } from '#lib/payouts/schema/stored.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';

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
