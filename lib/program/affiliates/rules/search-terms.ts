// Decides under which texts a creator is found by the beginning of its name or of its e-mail address.

/** A longer text is found by its first characters. The sort keys of DynamoDB have at most 1,024 bytes. */
export const maxTermLength = 64;

/** Ignores letter case, accents and repeated spaces: `Ｚoë  STRAẞE` becomes `zoe strasse`. */
export function foldText(text: string): string {
  // The upper case of ß is two letters, and the lower case of ẞ is ß.
  const lower = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase();
  const folded = lower.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ς', 'σ');
  const characters = [...folded.replaceAll(/[\s\p{C}]+/gu, ' ').trimStart()];
  return characters.slice(0, maxTermLength).join('');
}

interface Searchable {
  readonly name: string;
  readonly email: string;
}

/** Returns one or two distinct terms, sorted as DynamoDB sorts them. */
export const searchTermsOf = ({ name, email }: Searchable): readonly string[] =>
  [...new Set([foldText(name).trimEnd(), foldText(email).trimEnd()])]
    .filter((term) => term !== '')
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** A creator can match with both terms. A list shows it at the first of them. */
export const isFirstMatch = (prefix: string, earlierTerm: string | undefined): boolean =>
  earlierTerm === undefined || !earlierTerm.startsWith(prefix);
