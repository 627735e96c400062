// Publishes the public keys of the signing keys in the table, where every function that verifies tokens reads them.
import { publishedKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import type { SigningKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import { updateOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';

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
