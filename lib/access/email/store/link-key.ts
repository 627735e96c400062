// Reads the key that signs one-time links, and creates it when the first link is sent.
import { randomBytes } from 'node:crypto';
import { linkKeyIn } from '#lib/access/email/rules/link-key.ts';
import { updateItem } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';

const keyBytes = 32;

export async function createLinkKey(): Promise<Uint8Array> {
  const secret = randomBytes(keyBytes).toString('base64url');
  const { Attributes: found } = await updateItem({
    Key: emailKeys.linkKey(),
    ...toUpdateInput({ setOnce: { secret } }),
    ReturnValues: 'ALL_NEW',
  });
  const key = linkKeyIn(found);
  if (key === undefined) throw new Error('The key of one-time links was not stored');
  return key;
}
