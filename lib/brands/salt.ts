// What a brand's customers are hashed with: with it nobody can tell whether a hash is that of an address they try.
import { createHmac, randomBytes } from 'node:crypto';
import { updateItem } from '#lib/table/client.ts';
import { expressed } from '#lib/table/expression.ts';
import { keys } from '#lib/table/keys.ts';
import type { Brand } from './schema.ts';

const bytesOfSalt = 16;
const bytesOfHash = 16;

export const newSalt = (): string => randomBytes(bytesOfSalt).toString('base64url');

/** The brand's salt; one that has none yet gets one, the same for all who ask at that moment. */
export async function saltOf({ id, salt }: Pick<Brand, 'id' | 'salt'>): Promise<string> {
  if (salt !== undefined) return salt;
  const update = 'SET #salt = if_not_exists(#salt, :salt)';
  const { Attributes: brand = {} } = await updateItem({
    Key: keys.brand(id),
    UpdateExpression: update,
    ...expressed({ condition: 'attribute_exists(#pk)', values: { salt: newSalt() } }, update),
    ReturnValues: 'ALL_NEW',
  });
  return String(brand.salt);
}

/** 128 bits of HMAC-SHA256, as base64url. */
export const saltedHash = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, bytesOfHash).toString('base64url');
