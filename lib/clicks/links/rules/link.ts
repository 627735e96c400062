// Creates and changes links. A change of the slug keeps the one before as an alias, so that a printed link never breaks.

import { chosenLandingUrl } from '#lib/access/brands/rules/landing-hosts.ts';
import { toStoredUtm } from '#lib/access/brands/rules/utm.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { LinkChanges, LinkInput } from '#lib/clicks/links/schema/endpoints.ts';
import type { Link, Slug } from '#lib/clicks/links/schema/stored.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { checkLength, prefixOfNewCodes } from '#lib/program/affiliates/rules/code-places.ts';
import { generateSlug } from '#lib/program/affiliates/rules/new-tracking-code.ts';
import { normalizeTrackingCode } from '#lib/program/affiliates/rules/tracking-code.ts';
import { maxSlugs } from './limits.ts';

/** Throws a 400 for a page to which `?to=` would not lead either. */
function pageOf(to: string, { landingHosts }: Brand): string {
  const page = chosenLandingUrl(to, landingHosts);
  if (page !== undefined) return page;
  const message =
    landingHosts.length === 0
      ? 'The brand has no `landingHosts`: add the host of the page with `PATCH /brand`'
      : `Must be an https URL without port and user name, whose host is one of: ${landingHosts.join(', ')}`;
  throw invalidField('to', message);
}

const ifAny = <Texts extends object>(texts: Texts | null | undefined): Texts | null =>
  texts === null || texts === undefined || Object.keys(texts).length === 0 ? null : texts;

const storedUtm = (utm: LinkInput['utm'] | null) => {
  const given = ifAny(utm);
  return given && toStoredUtm(given);
};

function newSlug(slug: string, brand: Brand, now: Date): Slug {
  checkLength(slug, brand, 'slug');
  const linkPrefix = prefixOfNewCodes(brand);
  return { slug, from: now.toISOString(), ...(linkPrefix !== undefined && { linkPrefix }) };
}

export function newLink(input: LinkInput, brand: Brand, now: Date): Link {
  const { affiliateId, campaignId = null, name = null, slug, to, subIds, utm } = input;
  const createdAt = now.toISOString();
  return {
    id: newId('link', now),
    brandId: brand.id,
    affiliateId,
    campaignId,
    name,
    slugs: [newSlug(slug ?? generateSlug(), brand, now)],
    to: to === undefined ? null : pageOf(to, brand),
    subIds: ifAny(subIds),
    utm: storedUtm(utm),
    createdAt,
    revision: 0,
  };
}

export const isSameSlug = (one: Slug, other: Slug): boolean =>
  normalizeTrackingCode(one.slug) === normalizeTrackingCode(other.slug);

/** An alias can become the slug again. Throws a 409 if the link has too many slugs. */
function withSlug(slugs: Link['slugs'], slug: string, brand: Brand, now: Date): Link['slugs'] {
  const wanted = newSlug(slug, brand, now);
  const known = slugs.find((one) => isSameSlug(one, wanted));
  const others = slugs.filter((one) => !isSameSlug(one, wanted));
  if (others.length >= maxSlugs) {
    throw conflict(
      'slug_limit_reached',
      `A link can have at most ${maxSlugs} slugs, because each stays with the link: create another link`,
    );
  }
  return [{ ...(known ?? wanted), slug }, ...others];
}

/** An absent field keeps its value, and null removes it. */
export function changedLink(before: Link, changes: LinkChanges, brand: Brand, now: Date): Link {
  const { campaignId = before.campaignId, name = before.name, slug, to, subIds, utm } = changes;
  return {
    ...before,
    campaignId,
    name,
    slugs: slug === undefined ? before.slugs : withSlug(before.slugs, slug, brand, now),
    to: to === undefined ? before.to : to && pageOf(to, brand),
    subIds: subIds === undefined ? before.subIds : ifAny(subIds),
    utm: utm === undefined ? before.utm : storedUtm(utm),
  };
}
