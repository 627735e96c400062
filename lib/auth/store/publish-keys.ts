// Publishes the public keys of the signing keys in the table, where every function that verifies tokens reads them.
import { publishedKeyOf } from '#lib/auth/rules/key-pairs.ts';
import type { SigningKeysDocument } from '#lib/auth/rules/signing-keys.ts';
import { updateOrGetExisting } from '#lib/table/conditional.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { toUpdateInput } from '#lib/table/writes/expression.ts';

/**
 * Returns false, and writes nothing, if the keys of a later revision are published. Keys of another secret are replaced: they are
 * from an earlier stack, whose table was kept.
 */
export async function publishKeys({
  revision,
  lineage,
  keys: signing,
}: SigningKeysDocument): Promise<boolean> {
  const set = { revision, lineage, keys: signing.map(publishedKeyOf) };
  const condition = 'attribute_not_exists(#revision) OR #lineage <> :lineage OR #revision <= :revision';
  const { isRefused } = await updateOrGetExisting({
    Key: keys.publishedKeys(),
    ...toUpdateInput({ set, condition }),
  });
  return !isRefused;
}
