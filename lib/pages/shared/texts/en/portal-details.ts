// The English texts of the payment details of a creator.
export const portalDetails = {
  title: 'Payment details',
  lead: 'The brand pays to this account. For your safety, its number is never shown in full.',
  none: 'No payment details are stored yet. Add them below, so that the brand can pay you.',
  account: 'Account',
  former: 'Used until then',
  heldUntil: (time: string) => `Your new details are used from ${time} on, for your safety.`,
  untilThenFormer: 'Until then, the brand pays to the former account.',
  untilThenNothing: 'Until then, the brand cannot pay you.',
  notYou: 'If you have not changed them, tell the brand at once.',
  way: 'How you are paid',
  types: { sepa: 'Bank transfer (euros)', paypal: 'PayPal', wise: 'Wise', other: 'Another way' },
  add: 'Add payment details',
  change: 'Change payment details',
  fields: {
    name: 'Account holder',
    iban: 'IBAN',
    email: 'E-mail address of the account',
    text: 'How can the brand pay you?',
  } as Readonly<Record<string, string>>,
  /** The hints of the fields, by type and name. */
  hints: {
    'sepa.iban': 'In euros, to a bank in Europe. Spaces do not matter.',
    'wise.email': 'Enter either this address or the IBAN.',
    'other.text': 'For example the name of the bank, the number of the account and the SWIFT code.',
  } as Readonly<Record<string, string>>,
  tax: 'Tax data',
  taxLead: 'The brand needs them for its accounts. You can also add them later: leave both fields empty.',
  taxStays: 'Leave both fields empty to keep the present data.',
  taxAlone: 'To change only the tax data, enter the same account again: it needs no new wait.',
  country: 'Country of your tax residence (only with the number below)',
  taxId: 'Tax number (only with the country)',
  taxIdHint: 'For a company, enter the VAT number with its prefix, such as DE136695976.',
  removeTax: 'Remove the present tax data',
  holdLead: 'New details are used 48 hours after you save them. We tell you about each change by e-mail.',
  save: 'Save payment details',
  missing: 'Add your payment details, so that the brand can pay you.',
  firstPending: (time: string) =>
    `Your payment details are saved, and are used from ${time} on. Until then, the brand cannot pay you.`,
  pending: (time: string) =>
    `Your payment details change on ${time}. If you have not changed them, tell the brand at once.`,
  done: { details: 'Your payment details are saved.' } as Readonly<Record<string, string>>,
};
