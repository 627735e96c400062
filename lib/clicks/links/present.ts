// Converts a stored link to its API representation.
import type * as z from 'zod';
import { fromStoredUtm } from '#lib/access/brands/rules/utm.ts';
import type { linkAnswer } from '#lib/clicks/links/schema/endpoints.ts';
import type { ownLinkAnswer } from '#lib/clicks/links/schema/own.ts';
import type { Link } from '#lib/clicks/links/schema/stored.ts';
import type { DomainOwner } from '#lib/foundation/shared/link-domain.ts';
import { linkOf } from '#lib/program/affiliates/present.ts';

export function presentLink(link: Link, brand: DomainOwner): z.input<typeof linkAnswer> {
  const [{ slug, linkPrefix }, ...aliases] = link.slugs;
  return {
    id: link.id,
    affiliateId: link.affiliateId,
    campaignId: link.campaignId,
    name: link.name,
    slug,
    aliases: aliases.map((alias) => alias.slug),
    url: linkOf({ brandId: link.brandId, trackingCode: slug, linkPrefix }, brand),
    to: link.to,
    subIds: link.subIds,
    utm: link.utm && fromStoredUtm(link.utm),
    createdAt: link.createdAt,
  };
}

export function presentOwnLink(link: Link, brand: DomainOwner): z.input<typeof ownLinkAnswer> {
  const { id, campaignId, name, slug, url, to, createdAt } = presentLink(link, brand);
  return { id, campaignId, name, slug, url, to, createdAt };
}
