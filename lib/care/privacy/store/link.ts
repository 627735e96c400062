// Deletes the links of an erased creator, because their slugs and names are words of the creator.
import type { Erasure } from '#lib/care/privacy/schema/erasure.ts';
import { storedLink } from '#lib/clicks/links/schema/stored.ts';
import { linkKey, removeLink } from '#lib/clicks/links/writes.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';

/** Returns the id of the link, whose events the erasure finds by its deletion later. */
export const deleteLinkOf = (
  { brandId, createdAt, actor }: Erasure,
  id: string,
): Promise<readonly string[]> =>
  retryOnConflict(async () => {
    const found = await getItem(linkKey(brandId, id));
    if (found === undefined) return [id];
    const writes = removeLink(storedLink.parse(found), new Date(createdAt));
    await runAs(actor, () => transact(writes));
    return [id];
  });
