// Lists currencies in the language of a page.
import type { Language } from '#lib/pages/shared/texts/texts.ts';

/** The currencies of ISO 4217 that orders can have besides that of the brand. */
export const currenciesBut = (own: string): readonly string[] =>
  Intl.supportedValuesOf('currency').filter((code) => code !== own);

/** Returns the currencies with their names, sorted by name. */
export function namedCurrencies(language: Language, codes: readonly string[]) {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return codes
    .map((code) => [code, `${names.of(code)} (${code})`] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language));
}
