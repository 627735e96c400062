// Checks tax numbers, as far as a library knows them.
import { checkVAT, countries } from 'jsvat';

const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** A number without the prefix is a national number, whose form no library checks for all countries. */
export function isTaxId({ country, taxId }: { readonly country: string; readonly taxId: string }): boolean {
  const number = taxId.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (!number.startsWith(prefixOf(country))) return true;
  const known = countries.filter(({ codes }) => codes.includes(country));
  return known.length === 0 || checkVAT(number, known).isValid;
}
