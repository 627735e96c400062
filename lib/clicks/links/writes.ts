// Builds the writes of links. The item under each slug repeats what a click needs, so that the link reads it as a tracking code.
import { isDeepStrictEqual } from 'node:util';
import { formatSubIds } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import {
  deleteExisting,
  putNew,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { targetKey } from '#lib/program/affiliates/rules/code-places.ts';
import { trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import { releaseTime } from '#lib/program/affiliates/rules/tracking-code.ts';
import { claimCode, putLostCode } from '#lib/program/affiliates/writes/tracking-codes.ts';
import { joinCampaign } from '#lib/program/discounts/writes/discount.ts';
import { isSameSlug } from './rules/link.ts';
import type { Link, Slug } from './schema/stored.ts';
import { countLink, ofCreator } from './writes/counts.ts';
import { creatorMust } from './writes/creator.ts';

export const linkKey = (brandId: string, id: string) => keys.item(brandId, 'link', id);

const codeOf = ({ brandId }: Link, { slug, linkPrefix }: Slug) => ({
  brandId,
  trackingCode: slug,
  ...(linkPrefix !== undefined && { linkPrefix }),
});

const stored = (link: Link) => {
  const { brandId, affiliateId, campaignId } = link;
  return {
    ...link,
    ...indexKeys.byAffiliate(brandId, 'link', affiliateId),
    ...(campaignId !== null && {
      ...indexKeys.byStatus(brandId, 'link', campaignId),
      ...indexKeys.byAffiliateAndStatus(brandId, 'link', affiliateId, campaignId),
    }),
  };
};

/** The facts in the item under a slug that can change. The link function reads no maps. */
const facts = { to: null, campaignId: null, utm: null, subIds: null } as const;

function factsOf({ to, campaignId, utm, subIds }: Link, { slug }: Slug): Item {
  const all = { to, campaignId, utm, subIds: subIds && formatSubIds(subIds).join('|') };
  const present = Object.entries(all).filter(([, value]) => value !== null);
  return { trackingCode: slug, ...Object.fromEntries(present) };
}

const changeSlug = (link: Link, slug: Slug, change: { set: Item; remove: string[] }): Write =>
  updateExisting(
    targetKey(codeOf(link, slug)),
    { ...change, condition: '#linkId = :linkId', values: { linkId: link.id } },
    staleWrite,
  );

const replaceFacts = (link: Link, slug: Slug): Write => {
  const set = factsOf(link, slug);
  return changeSlug(link, slug, { set, remove: Object.keys(facts).filter((name) => !(name in set)) });
};

/** A generated slug that is taken is replaced by another one in the next attempt. */
const claimSlug = (link: Link, slug: Slug, isGenerated = false): readonly Write[] =>
  claimCode(
    codeOf(link, slug),
    { affiliateId: link.affiliateId, linkId: link.id, from: slug.from, ...factsOf(link, slug) },
    new Date(slug.from),
    () => (isGenerated ? staleWrite() : trackingCodeTaken([], 'slug')),
  );

interface Creation {
  readonly isMember: boolean;
  readonly isGenerated: boolean;
  readonly byCreator?: true;
}

export const addLink = (link: Link, { isMember, isGenerated, byCreator }: Creation): readonly Write[] => [
  ...(byCreator ? ofCreator(link, true) : [creatorMust(link)]),
  ...joinCampaign(link, isMember),
  ...link.slugs.flatMap((slug) => claimSlug(link, slug, isGenerated)),
  putNew({ ...linkKey(link.brandId, link.id), ...stored(link) }),
  ...countLink(link, 1),
];

interface LinkChange {
  readonly isMember: boolean;
  readonly byCreator: boolean;
}

/** Refused as stale if the link was changed or deleted since it was read. */
export function changeLink(
  before: Link,
  after: Link,
  { isMember, byCreator }: LinkChange,
  now: Date,
): readonly Write[] {
  const isKnown = (slug: Slug) => before.slugs.find((one) => isSameSlug(one, slug));
  const slugs = after.slugs.flatMap((slug): readonly Write[] => {
    const known = isKnown(slug);
    if (known === undefined) return claimSlug(after, slug);
    return isDeepStrictEqual(factsOf(before, known), factsOf(after, slug)) ? [] : [replaceFacts(after, slug)];
  });
  const joins = before.campaignId === after.campaignId ? [] : joinCampaign(joining(after, now), isMember);
  const own = byCreator ? ofCreator(after, !after.slugs.every(isKnown)) : [];
  const change = changeItem(linkKey(after.brandId, after.id), stored(before), stored(after));
  return [...own, change, ...joins, ...slugs];
}

/** The membership begins with the change. */
const joining = (link: Link, now: Date): Link => ({ ...link, createdAt: now.toISOString() });

const goneOrStale = (existing: Item | undefined): Error =>
  existing === undefined ? notFound('link') : staleWrite();

/** The slugs lead to a page that says so, and become free when those of a banned creator would. */
export const removeLink = (link: Link, now: Date, byCreator = false): readonly Write[] => [
  ...(byCreator ? [creatorMust(link, true)] : []),
  deleteExisting(linkKey(link.brandId, link.id), goneOrStale, {
    condition: '#revision = :was',
    values: { was: link.revision },
  }),
  ...link.slugs.flatMap((slug) => [
    changeSlug(link, slug, { set: { releasableAt: releaseTime(now) }, remove: Object.keys(facts) }),
    putLostCode({ ...link, id: link.affiliateId, trackingCode: slug.slug, createdAt: slug.from }),
  ]),
  ...countLink(link, -1),
];
