// Builds the address of the logo of a brand.
import type { Brand } from '#lib/access/brands/schema.ts';
import { logoUrl } from '#lib/access/email/rules/creator-links.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

/** Null for a brand without a logo. */
export const logoUrlOf = ({ slug, portal: { logo } }: Pick<Brand, 'slug' | 'portal'>): string | null =>
  logo === undefined ? null : logoUrl(environment.API_URL ?? '', slug, logo);
