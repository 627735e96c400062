// Reads and sets the terms of brands, campaigns, creators and groups.
import * as z from 'zod';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { VersionCheck } from '#lib/foundation/contract/conventions.ts';
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { termsRange } from '#lib/foundation/table/keys/terms-keys.ts';
import { readLast } from '#lib/foundation/table/query-pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { erased, newVersion } from '#lib/program/terms/rules/terms.ts';
import type { TermsChange } from '#lib/program/terms/schema/endpoints.ts';
import { storedVersion, type TermsOfOwner, type TermsVersion } from '#lib/program/terms/schema/version.ts';
import { type NewGroup, putVersion, type TermsOwner } from '#lib/program/terms/writes.ts';

/** The newest versions that an answer contains. */
const maxVersions = 50;

interface Owner {
  readonly kind: 'brand' | 'campaign' | 'affiliate' | 'group';
  /** The name of a group. */
  readonly id: string;
}

function keyOf(brandId: string, { kind, id }: Owner): Key {
  if (kind === 'group') return keys.affiliateGroup(brandId, id);
  return kind === 'brand' ? keys.brand(brandId) : keys.item(brandId, kind, id);
}

const ownerItem = z.object({ revision: z.int(), hasTerms: z.literal(true).optional() });

/** A group has no item before its first terms. */
async function readOwner(brandId: string, owner: Owner): Promise<TermsOwner | NewGroup> {
  const key = keyOf(brandId, owner);
  if (owner.kind === 'group') {
    const group = await getItem(key);
    return group === undefined ? { key, brandId } : { key, ...ownerItem.parse(group) };
  }
  const item = await getExisting(key, owner.kind);
  if (item[erasedRevision] !== undefined) throw erased(owner.id);
  return { key, ...ownerItem.parse(item) };
}

async function readVersions(
  brandId: string,
  ownerId: string,
  limit: number,
  upTo?: string,
): Promise<readonly TermsVersion[]> {
  const items = await readLast(termsRange(brandId, ownerId, upTo), limit);
  return items.map((item) => storedVersion.parse(item));
}

async function readTerms(brandId: string, ownerId: string, now: Date): Promise<TermsOfOwner> {
  const [versions, [inForce]] = await Promise.all([
    readVersions(brandId, ownerId, maxVersions),
    readVersions(brandId, ownerId, 1, now.toISOString()),
  ]);
  return { versions, inForce };
}

/** Throws a 404 for an unknown owner. The brand is that of the caller, and a group needs no item. */
export async function getTerms(brandId: string, owner: Owner, now: Date): Promise<TermsOfOwner> {
  const { kind, id } = owner;
  const [terms] = await Promise.all([
    readTerms(brandId, id, now),
    kind === 'brand' || kind === 'group' ? undefined : getExisting(keyOf(brandId, owner), kind),
  ]);
  return terms;
}

/** A request that is sent several times at once finds the version of the others, although its own time can be a little earlier. */
const latestNow = (now: Date): string => addSeconds(now, 5).toISOString();

/** Adds a version, unless the request changes nothing. */
export async function setTerms(
  owner: Owner,
  change: TermsChange,
  brand: Pick<Brand, 'id' | 'currency'>,
  now: Date,
  checkVersion: VersionCheck<TermsOfOwner>,
): Promise<TermsOfOwner> {
  const { id: brandId, currency } = brand;
  const ownerId = owner.id;
  await retryOnConflict(async () => {
    const [item, [current]] = await Promise.all([
      readOwner(brandId, owner),
      readVersions(brandId, ownerId, 1, change.validFrom ?? latestNow(now)),
    ]);
    const version = newVersion({ brandId, currency, ownerId }, change, current, now);
    if (version === undefined) return;
    // The versions are read after their owner, whose revision the write checks.
    checkVersion?.(await readTerms(brandId, ownerId, now));
    await transact(putVersion(item, version));
  });
  return readTerms(brandId, ownerId, now);
}
