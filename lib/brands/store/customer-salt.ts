// Adds a salt to a brand that was created without one.
import { newSalt, type SaltedBrand } from '#lib/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { updateItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { toExpressionInput } from '#lib/table/writes/expression.ts';

/** Concurrent calls store and return the same salt. */
export async function ensureCustomerSalt(brand: Brand): Promise<SaltedBrand> {
  if (brand.salt !== undefined) return { ...brand, salt: brand.salt };
  const update = 'SET #salt = if_not_exists(#salt, :salt)';
  const { Attributes: found = {} } = await updateItem({
    Key: keys.brand(brand.id),
    UpdateExpression: update,
    ...toExpressionInput({ condition: 'attribute_exists(#pk)', values: { salt: newSalt() } }, update),
    ReturnValues: 'ALL_NEW',
  });
  return { ...brand, salt: String(found.salt) };
}
