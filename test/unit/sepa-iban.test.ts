import { composeIBAN, countrySpecs, isSEPACountry } from 'ibantools';
import { expect, test } from 'vitest';
import { isSepaIban } from '#lib/access/brands/rules/sepa-iban.ts';

/** Digits suit the pattern of an account in most countries, and letters the others. */
const bbansOf = (length: number) => ['', 'A', 'AA', 'AAAA'].map((bank) => bank.padEnd(length, '1'));

const accounts = Object.entries(countrySpecs).flatMap(([countryCode, { chars }]) =>
  bbansOf((chars ?? 4) - 4).flatMap((bban) => composeIBAN({ countryCode, bban }) ?? []),
);

test('the check of a brand’s account accepts an account of each country of SEPA, and no other that a library for all countries composes', () => {
  const accepted = accounts.filter(isSepaIban);
  const expected = accounts.filter((iban) => isSEPACountry(iban.slice(0, 2)));
  expect(accepted).toEqual(expected);
  const countries = Object.entries(countrySpecs).filter(([country]) => isSEPACountry(country));
  expect(new Set(expected.map((iban) => iban.slice(0, 2))).size).toBe(countries.length);
});

test('the check of a brand’s account refuses another digit, two digits in the other order and another length', () => {
  const iban = 'DE89370400440532013000';
  expect(isSepaIban(iban)).toBe(true);
  for (const wrong of ['DE88370400440532013000', 'DE89730400440532013000', `${iban}0`, iban.slice(1), ''])
    expect([wrong, isSepaIban(wrong)]).toEqual([wrong, false]);
});
