// Reads brands. Separate from `brands.ts`, so that scheduled functions do not bundle the operator's functions.
import { type Brand, storedBrand } from '#lib/brands/schema.ts';
import { queryPartition } from '#lib/table/client.ts';
import { getExisting } from '#lib/table/existing.ts';
import { brandDirectoryPartition, keys } from '#lib/table/keys/keys.ts';

export const getBrand = async (brandId: string): Promise<Brand> =>
  storedBrand.parse(await getExisting(keys.brand(brandId), 'brand'));

export const listBrandIds = async (): Promise<readonly string[]> =>
  (await queryPartition(brandDirectoryPartition)).map(({ brandId }) => String(brandId));
