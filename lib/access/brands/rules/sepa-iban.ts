// Checks the account of a brand without the library for accounts of all countries, because every function of the settings contains this.

/** The lengths of the IBANs of each country of SEPA. */
const lengths: Readonly<Record<string, number>> = {
  ...{ AD: 24, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18 },
  ...{ FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20 },
  ...{ LV: 21, MC: 27, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SE: 24, SI: 19, SK: 24, SM: 27 },
  VA: 22,
};

/** ISO 7064, modulo 97: the first four characters move to the end, and a letter counts as two digits. */
function hasValidCheckDigits(iban: string): boolean {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

export const isSepaIban = (iban: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban) &&
  lengths[iban.slice(0, 2)] === iban.length &&
  hasValidCheckDigits(iban);
