// The English texts of all pages.
export const common = {
  taxPair: 'The country and the tax number belong together: fill in both, or neither.',
  skip: 'Skip to the content',
  menu: 'Menu',
  notFound: 'Page not found',
  notFoundHint: 'Check the address, or go back to the start.',
  toStart: 'Back to the start',
  failed: 'Something went wrong',
  failedHint: 'The service has failed unexpectedly. Please report this number:',
  busy: 'Please try again',
  busyHint: (seconds: string) => `The service is busy. Try again in ${seconds} seconds.`,
  busyPageHint: (seconds: string) =>
    `The service is busy. This page tries again by itself in ${seconds} seconds.`,
  tryAgain: 'Try again',
  refused: 'This is not possible',
  crossSite:
    'The form was sent from another site, so nothing was changed. Open the page again, and send its form.',
  problem: 'Please check your input',
  copy: 'Copy',
  copied: 'Copied',
  next: 'Next page',
  first: 'First page',
  filter: 'Filter',
  clearFilters: 'Clear filters',
  removeFilter: 'Remove this filter',
  all: 'All',
  none: 'None',
  optional: 'optional',
  noMatch: 'Nothing matches these filters.',
  cannotFilter:
    'The list cannot be filtered like this. Some filters work only alone: clear the others, and check the dates.',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  showNumbers: 'Show the numbers',
  day: 'Day',
  from: 'From',
  to: 'To',
  save: 'Save',
  cancel: 'Cancel',
  back: 'Back',
  select: 'Select',
  selectAll: 'Select all',
  newest: 'Now:',
  /** By the code of the API. Other errors show its message. */
  errors: {
    credentials_invalid: 'The e-mail address or the password is wrong.',
    second_factor_invalid: 'The code is wrong, or was already used. Wait for the next one.',
    role_forbidden: 'Only an admin of the brand can do this.',
    validation_failed: 'Please check the marked fields.',
    affiliate_exists: 'Another creator has this e-mail address.',
    discount_exists: 'Another discount has this code.',
    dispute_exists: 'The same question is open already, and has no answer yet.',
    link_prefix_missing: 'First save a prefix of the links, in the section of tracking links.',
    link_domain_taken: 'Another brand has this domain.',
    affiliate_not_invited: 'Only the brand can make you active.',
    affiliate_erased: 'The personal data of this creator was erased, so nothing can be changed.',
    request_limit_reached: 'That were too many requests. Please try again in a minute.',
    version_mismatch:
      'Somebody has changed this in the meantime. Fields that you have not changed show the newest values. Below your own values are the newest ones: save again to replace them.',
  } as Readonly<Record<string, string>>,
  /** Messages of the API, which are English. */
  messages: [
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
  ] as readonly (readonly [RegExp, string])[],
  /** Of the query `done`, after a form has succeeded. */
  done: { saved: 'Saved.' } as Readonly<Record<string, string>>,
};
