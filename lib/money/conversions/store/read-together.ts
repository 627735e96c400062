// Reads the creators of many orders together, for a file whose orders need the same round trips.
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReferencedItems } from '#lib/money/conversions/rules/references.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { codeOfBrand } from '#lib/program/affiliates/rules/code-places.ts';
import { storedCodeOwner } from '#lib/program/affiliates/schema/affiliate.ts';
import { hasLostCodes } from './past.ts';
import { readReferencedItemsOfAll } from './record.ts';

/** Returns one entry for each order, with the creators of all tracking codes. */
export async function readReferencedItemsTogether(
  orders: readonly ConversionInput[],
  brandId: string,
): Promise<readonly ReferencedItems[]> {
  const referenced = await readReferencedItemsOfAll(orders, brandId);
  const creators = referenced.flatMap(({ ownTrackingCode, trackingCode }) => {
    const code = codeOfBrand(brandId, [ownTrackingCode, trackingCode]);
    return code === undefined
      ? []
      : [keys.item(brandId, 'affiliate', storedCodeOwner.parse(code).affiliateId)];
  });
  const [found, hasLost] = await Promise.all([getItems(creators), hasLostCodes(brandId)]);
  const shared = { entities: found.filter((item) => item !== undefined), hasLostCodes: hasLost };
  return referenced.map((items) => ({ ...items, shared }));
}
