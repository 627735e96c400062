// Converts a link to its representation for the creator.
import type * as z from 'zod';
import { presentLink } from '#lib/clicks/links/present/link.ts';
import type { Link } from '#lib/clicks/links/schema/stored.ts';
import type { ownLinkAnswer } from '#lib/outlets/creator-portal/schema/links.ts';

export function presentOwnLink(link: Link): z.input<typeof ownLinkAnswer> {
  const { id, campaignId, name, slug, url, to, createdAt } = presentLink(link);
  return { id, campaignId, name, slug, url, to, createdAt };
}
