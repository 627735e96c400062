// Lists countries in the language of a page.
import type { Language } from './texts/texts.ts';

/** These codes name a group, or nothing. */
const noCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const isPresent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

/** Returns codes of ISO 3166-1 with the names of their countries, sorted by name, after the choice of none. */
export function countriesIn(language: Language): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const countries = codes
    .filter((code) => !noCountries.includes(code) && isPresent(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name] as const];
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, language));
  return [['', '–'], ...countries];
}
