// Builds the address of the logo of a brand.
import type { Brand } from '#lib/access/brands/schema.ts';
import { portalUrl } from '#lib/access/email/rules/creator-links.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

/** The address contains the hash of the logo, so that caches can keep it for ever. Null for a brand without a logo. */
export const logoUrlOf = ({ slug, portal: { logo } }: Pick<Brand, 'slug' | 'portal'>): string | null =>
  logo === undefined ? null : `${portalUrl(environment.API_URL ?? '', slug)}/logo/${logo}`;
