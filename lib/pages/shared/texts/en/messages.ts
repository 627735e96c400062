// Translates messages of the API, which are English, for people who know no terms of it. `$1` is what the pattern has captured.
export const messages: readonly (readonly [RegExp, string])[] = [
  [
    /^The brand has no `landingHosts`.*/,
    'An admin must first enter the host of this page in Settings → Brand → Allowed hosts of landing pages.',
  ],
  [
    /^Must have (\d+ to \d+) characters, or the brand needs a `linkPrefix`.*/,
    'Must have $1 characters. Shorter words need a prefix of links, which an admin enters in Settings → Brand.',
  ],
  [
    /^Must be a (number(, or a text.*)?|text with a decimal number.*)$/,
    'This is not a number. Write thousands without a separator, such as 1200.50.',
  ],
  [
    /^No rate from (\w+) to (\w+) is stored.*/,
    'No rate from $1 to $2 is stored for the day of the order or the 7 days before. An admin can store it in Settings → Exchange rates.',
  ],
];
