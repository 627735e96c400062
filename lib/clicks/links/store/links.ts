// Reads, lists, changes and deletes links.
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import { changedLink } from '#lib/clicks/links/rules/link.ts';
import type { LinkChanges, LinkFilters } from '#lib/clicks/links/schema/endpoints.ts';
import { type Link, storedLink } from '#lib/clicks/links/schema/stored.ts';
import { changeLink, linkKey, removeLink } from '#lib/clicks/links/writes.ts';
import { DomainError, notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { planFreeCodes } from '#lib/program/affiliates/rules/free-codes.ts';
import { trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';

/** `creatorId` is the creator who asks, for whom the links of others do not exist. */
export async function getLink(brandId: string, id: string, creatorId?: string): Promise<Link> {
  const link = storedLink.parse(await getExisting(linkKey(brandId, id), 'link'));
  if (creatorId !== undefined && link.affiliateId !== creatorId) throw notFound('link');
  return link;
}

/** The campaign takes the place of a status in the keys of these lists. */
export function listLinks(
  brandId: string,
  { affiliateId, campaignId }: Pick<LinkFilters, 'affiliateId' | 'campaignId'>,
  page: PageRequest,
): Promise<List<Link>> {
  const query = listQueryFor(brandId, 'link', { affiliateId, status: campaignId });
  const total =
    affiliateId === undefined
      ? totalOf(brandId, 'links')
      : totalOf(affiliateCounterOwner(brandId, affiliateId), 'affiliateLinks');
  return readList(
    { queries: [query], kind: 'link' },
    page,
    (found) => storedLink.parse(found),
    campaignId === undefined ? total : undefined,
  );
}

interface Named {
  readonly caller: { readonly brand: Pick<Brand, 'id' | 'linkPrefix'> };
  readonly body: { readonly slug?: string | undefined };
  readonly now: Date;
}

/** Adds free slugs to the error of a slug that is taken. Returns any other error unchanged. */
export async function suggestSlugs(error: DomainError, { caller, body, now }: Named): Promise<DomainError> {
  if (error.code !== 'tracking_code_taken' || body.slug === undefined) return error;
  const plan = planFreeCodes(body.slug, caller.brand, now);
  return trackingCodeTaken(plan.parse(await getItems(plan.keys)), 'slug');
}

async function isMember({ brandId, campaignId, affiliateId }: Link): Promise<boolean> {
  if (campaignId === null) return false;
  const [membership] = await getItems([keys.member(brandId, campaignId, affiliateId)]);
  return membership !== undefined;
}

interface Changing {
  readonly brand: Brand;
  /** Present if a creator changes an own link. */
  readonly affiliateId?: string;
}

const changeOnce = (
  id: string,
  changes: LinkChanges,
  { brand, affiliateId }: Changing,
  now: Date,
): Promise<Link> =>
  retryOnConflict(async () => {
    const before = await getLink(brand.id, id, affiliateId);
    const after = changedLink(before, changes, brand, now);
    if (isDeepStrictEqual(after, before)) return before;
    const joins = after.campaignId !== before.campaignId;
    const change = { isMember: joins && (await isMember(after)), byCreator: affiliateId !== undefined };
    await transact(changeLink(before, after, change, now));
    return after;
  });

export async function updateLink(id: string, changes: LinkChanges, by: Changing, now: Date): Promise<Link> {
  try {
    return await changeOnce(id, changes, by, now);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw await suggestSlugs(error, { caller: by, body: changes, now });
  }
}

export const deleteLink = (id: string, { brand, affiliateId }: Changing, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const link = await getLink(brand.id, id, affiliateId);
    await transact(removeLink(link, now, affiliateId !== undefined));
  });
