// Derives the slug of a brand from its name.
import { randomBytes } from 'node:crypto';

const maxLength = 40;
const minLength = 3;
const suffixBytes = 3;

/** The style sheet and the script of the portal are below `/creators/assets`. */
export const isReserved = (slug: string): boolean => slug === 'assets';

/** `Café & Söhne` becomes `cafe-sohne`. A name without enough letters becomes `brand` with a suffix. */
export function slugOf(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = letters
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '');
  if (slug.length < minLength) return withSuffix('brand');
  return isReserved(slug) ? withSuffix(slug) : slug;
}

/** Returns a slug that is almost certainly free. */
export function withSuffix(slug: string): string {
  const suffix = `-${randomBytes(suffixBytes).toString('hex')}`;
  return `${slug.slice(0, maxLength - suffix.length).replace(/-+$/, '')}${suffix}`;
}
