// Converts a brand to what everybody sees of its program.
import type * as z from 'zod';
import { presentPortal } from '#lib/access/brands/present.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import type { programAnswer } from './schema/endpoints.ts';

/** Throws a 404 for an unknown brand, and for one whose portal is off. */
export function presentProgram(brand: Brand | undefined): z.input<typeof programAnswer> {
  if (brand?.portal.enabled !== true) throw notFound('brand');
  const { name, slug, portal, currency, commission } = brand;
  const { logoUrl, color, termsUrl, privacyUrl, supportEmail } = presentPortal(brand);
  const acceptsApplications = portal.applications !== 'closed';
  const rate = brand.hasTerms === true ? null : presentRate(commission, currency);
  const shown = { logoUrl, color, termsUrl, privacyUrl, supportEmail };
  return { name, slug, ...shown, currency, rate, acceptsApplications };
}
