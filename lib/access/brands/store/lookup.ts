// Reads brands. Separate from `brands.ts`, so that scheduled functions do not bundle the operator's functions.
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { type Clock, now } from '#lib/foundation/shared/clock.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { brandDirectoryPartition, keys } from '#lib/foundation/table/keys/keys.ts';

export const getBrand = async (brandId: string): Promise<Brand> =>
  storedBrand.parse(await getExisting(keys.brand(brandId), 'brand'));

/** Former slugs lead to the brand as well. */
export async function findBrandBySlug(slug: string): Promise<Brand | undefined> {
  const [claim] = await getItems([creatorKeys.brandSlug(slug)]);
  const [brand] = await getItems([keys.brand(String(claim?.brandId ?? 'unknown'))]);
  return brand === undefined ? undefined : storedBrand.parse(brand);
}

/** Reads only a test twin, because the clock of every other brand is the real one. */
export async function getBrandClock(brandId: string): Promise<Clock> {
  const brand = isTwinId(brandId) ? await getBrand(brandId) : {};
  return { now: () => brandTime(brand, now()) };
}

export const listBrandIds = async (): Promise<readonly string[]> =>
  (await queryPartition(brandDirectoryPartition)).map(({ brandId }) => String(brandId));
