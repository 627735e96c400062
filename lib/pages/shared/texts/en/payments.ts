// The English texts of the files that pay creators, of the results of payments, and of payment details.
type Names = Readonly<Record<string, string>>;

export const files = {
  title: 'Download the file',
  intro:
    'Each creator is in the file of their payment details. Upload it to your bank, to PayPal or to Wise.',
  file: 'File',
  names: {
    general: 'All creators (CSV)',
    sepa: 'Bank transfer (SEPA XML)',
    paypal: 'PayPal (CSV)',
    wise: 'Wise (CSV)',
  } as Names,
  who: {
    general: 'All creators with payment details, to pay them by hand.',
    sepa: 'Creators with an IBAN, for the online banking of your bank.',
    paypal: 'Creators with an account of PayPal, for its mass payments.',
    wise: 'Creators with an account of Wise, for its batch payments.',
  } as Names,
  inFile: 'In the file',
  notInFile: 'Not in the file',
  download: 'Download',
  unavailable: {
    payout_account_missing: 'The account of your brand is missing.',
    payout_currency_unsupported: 'A SEPA file can only contain euros.',
    payout_file_empty: 'No open payment is for this file.',
  } as Names,
  enterAccount: 'Enter the account',
  missing: 'Creators who are in no file',
  missingHint:
    'Ask them for their payment details, or enter the details on their page. Those who wait are in the next payout.',
  reasons: {
    noDetails: 'No payment details',
    held: 'New payment details are used 48 hours after the change',
  } as Names,
  firstMissing: 'The list shows the first 100 payments that are in no file.',
};

export const results = {
  title: 'Or upload the result of the payments',
  hint: 'Your bank, PayPal or Wise offers a CSV file that says which payments succeeded and which failed.',
  format: 'The file comes from',
  formats: { sepa: 'The bank', paypal: 'PayPal', wise: 'Wise', general: 'Another source' } as Names,
  file: 'Result file',
  limits:
    'CSV with a header, at most 200 KB and 10,000 rows. Needed columns: “endToEndId” or “affiliateId” as in the downloaded file (or a reference of the bank, PayPal or Wise), and “status” with “paid” or “failed”. A column “reason” is optional.',
  upload: 'Upload',
  choose: 'Choose a file.',
  tooLarge: 'The file is larger than 200 KB. Upload it in parts.',
  outcome: 'Result of the upload',
  nothing: 'The file has changed nothing.',
  changed: 'The payments are marked.',
  rows: 'Rows in the file',
  paid: 'Marked as paid',
  failed: 'Marked as failed',
  unchanged: 'Marked before',
  problems: 'Rows with a problem',
  remaining: (count: string) =>
    `The time was too short for ${count} payments. Upload the same file again: nothing happens twice.`,
  firstProblems: 'The list shows the first 100 rows with a problem.',
  row: 'Row',
  id: 'Payment',
  problem: 'Problem',
  kinds: {
    unknownCreator: 'This payout has no such payment.',
    unknownStatus:
      'The status says neither that it was paid nor that it failed. Upload the file again later.',
    contradiction: 'Another row says the opposite.',
    failedBefore: 'The payment is marked as failed, and stays so. The next payout contains it.',
  } as Names,
  back: 'Back to the payout',
};

export const details = {
  title: 'Payment details',
  none: 'There are no payment details. Files that pay creators leave this creator out.',
  type: 'Paid with',
  types: { sepa: 'Bank transfer (SEPA)', paypal: 'PayPal', wise: 'Wise', other: 'Another way' } as Names,
  fields: {
    name: 'Account holder',
    iban: 'IBAN',
    email: 'E-mail address of the account',
    text: 'How the creator is paid',
  } as Names,
  wiseHint: 'Enter either the e-mail address or the IBAN.',
  held: (time: string) => `Held: files use the new details from ${time}.`,
  former: 'Used until then',
  noFormer: 'None: files leave the creator out',
  tax: 'Tax',
  country: 'Country of the tax residence (only with the number below)',
  taxId: 'Tax number (only with the country)',
  taxNow: (tax: string) => `Now: ${tax}. Leave both fields empty to keep it.`,
  changed: 'Last change',
  by: (time: string, who: string) => `${time}, ${who}`,
  change: 'Change the payment details',
  enter: 'Enter the payment details',
  hold: 'The creator gets an e-mail about each change. Files use changed details 48 hours later, the first details at once.',
  masked:
    'The present details are shown masked, so enter the new ones completely. To change only the tax data, enter the same account again: it is not held again.',
  delete: 'Delete the payment details',
  deleteQuestion: 'Delete the payment details and the tax data of this creator?',
  done: { detailsDeleted: 'The payment details are deleted.' },
};

export const payments = {
  title: 'Payments',
  year: 'Year',
  none: 'Nobody was paid in this year.',
  paid: 'Paid',
  count: 'Payments',
  country: 'Country',
  taxId: 'Tax number',
  hint: 'The sums that creators have received, for your tax declarations. Failed and reopened payments do not count.',
};
