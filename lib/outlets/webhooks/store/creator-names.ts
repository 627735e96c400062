// Reads the names of the creators in the texts for Slack and Discord. docs/decisions/0102

import { getItems } from '#lib/foundation/table/client.ts';
import { creatorIn } from '#lib/outlets/webhooks/rules/creators.ts';
import type { Job } from '#lib/outlets/webhooks/rules/delivery-batch.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';

/** The key is the id of the creator. */
export type CreatorNames = ReadonlyMap<string, string>;

/** One call for a batch. Leaves out creators who are erased or have no name, so that their text has the id. */
export async function readCreatorNames(
  { brandId, format, showsCreators }: WebhookEndpoint,
  jobs: readonly Job[],
): Promise<CreatorNames> {
  if (format === 'json' || !showsCreators) return new Map();
  const ids = new Set(jobs.map(({ event }) => creatorIn(event)).filter((id) => id !== undefined));
  const items = ids.size === 0 ? [] : await getItems([...ids].map((id) => affiliateKey(brandId, id)));
  // An unreadable creator must not stop the events of the others.
  const creators = items.flatMap((item) => storedAffiliate.safeParse(item).data ?? []);
  return new Map(
    creators
      .filter(({ name, erasedRevision }) => name !== '' && erasedRevision === undefined)
      .map(({ id, name }) => [id, name]),
  );
}
