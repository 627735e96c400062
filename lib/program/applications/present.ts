// Converts a brand to what everybody sees of its program.
import type * as z from 'zod';
import type { Brand } from '#lib/access/brands/schema.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import type { programAnswer } from './schema/endpoints.ts';

/** Throws a 404 for an unknown brand, and for one whose portal is off. */
export function presentProgram(brand: Brand | undefined): z.input<typeof programAnswer> {
  if (brand?.portal.enabled !== true) throw notFound('brand');
  const { name, slug, portal } = brand;
  const acceptsApplications = portal.applications !== 'closed';
  return { name, slug, logoUrl: portal.logoUrl, color: portal.color, acceptsApplications };
}
