// Which brands there are, and one of them: without all else that the operator does to brands.
import { missing } from '#lib/shared/ids.ts';
import { allIn, getItem } from '#lib/table/client.ts';
import { brandDirectoryPartition, keys } from '#lib/table/keys.ts';
import { type Brand, storedBrand } from './schema.ts';

export async function getBrand(brandId: string): Promise<Brand> {
  const found = await getItem(keys.brand(brandId));
  if (found === undefined) throw missing('brand');
  return storedBrand.parse(found);
}

/** The ids of all brands, oldest first. */
export const listBrandIds = async (): Promise<readonly string[]> =>
  (await allIn(brandDirectoryPartition)).map(({ brandId }) => String(brandId));
