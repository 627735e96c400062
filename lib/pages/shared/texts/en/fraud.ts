// The English texts of fraud findings and of the rules.
type Names = Readonly<Record<string, string>>;

export const fraud = {
  title: 'Fraud',
  one: 'Fraud finding',
  intro: 'These orders and creators match your rules against fraud. Decide about each open one.',
  none: 'Nothing has matched a rule against fraud. Only rules that an admin has turned on are checked: see “Rules”.',
  created: 'Found',
  creator: 'Creator',
  rule: 'Rule and action',
  evidenceTitle: 'Evidence',
  status: 'Status',
  commission: 'Commission',
  decidedAt: 'Decided',
  note: 'Note',
  noteHint: 'Why you decide so. Creators do not see it.',
  decide: 'Decide',
  decideHint:
    'A dismissal releases what the rule holds or has rejected. A confirmation rejects the commission; if it is about a creator, the held commissions wait for your decision.',
  dismiss: 'No fraud',
  confirm: 'Fraud',
  dismissSelected: 'No fraud: the selected ones',
  confirmSelected: 'Fraud: the selected ones',
  confirmQuestion: 'A confirmation rejects the commissions and is final. Continue?',
  selectFirst: 'Select at least one finding.',
  failed: 'This finding was not decided',
  toList: 'All findings about this creator',
  toAll: 'All findings',
  toRules: 'Rules',
  /** The name of each rule, and what it finds. */
  rules: {
    selfReferral: [
      'Own orders',
      'The customer has the mailbox of the creator, or the id of the customer is the external id of the creator.',
    ],
    beatenClick: [
      'Code beats a click',
      'A discount code wins the order although the click is of another creator.',
    ],
    paidSearch: ['Paid search', 'The click that won came from an advertisement in a search engine.'],
    severalAccounts: [
      'Several accounts',
      'A creator has the mailbox of another creator, such as ada+2@gmail.com.',
    ],
    paymentDetails: [
      'Same account',
      'A creator is paid to the IBAN, the PayPal or the Wise account of another creator.',
    ],
    couponLeak: [
      'Leaked code',
      'Many different customers used a code within 7 days without a click of its creator, for example from a coupon site.',
    ],
    refundRate: ['Many refunds', 'Many orders of a creator in the last 30 days were refunded or canceled.'],
    velocity: ['Many orders at once', 'A creator had many orders within one hour.'],
  } as Readonly<Record<string, readonly [name: string, hint: string]>>,
  /** The words in braces become links. */
  evidence: {
    mailbox: 'The customer of order {order} has the mailbox of {creator}.',
    externalId: 'The id of the customer of order {order} is the external id of {creator}.',
    click: 'A code of {creator} won order {order} although click {click} came from a link of {other}.',
    paidSearch: 'Click {click} of {creator}, which won order {order}, came from paid search.',
    severalAccounts: '{creator} has the same mailbox as {other}.',
    paymentDetails: '{creator} is paid to the same account as {other}.',
    couponLeak:
      '{count} different customers used the code {code} within 7 days without a click of {creator}.',
    refundRate: '{count} of {total} orders of {creator} in the last 30 days were refunded or canceled.',
    velocity: '{creator} had at least {count} orders within one hour.',
  } as Names,
  statuses: { open: 'Open', dismissed: 'No fraud', confirmed: 'Fraud' } as Names,
  actions: { notify: 'report only', hold: 'hold', reject: 'reject' } as Names,
  rulesTitle: 'Rules against fraud',
  rulesIntro: 'A match appears on the page Fraud. Choose for each rule what else happens.',
  choices: {
    '': 'Off',
    notify: 'Report only',
    hold: 'Report and hold the commission',
    reject: 'Report and reject the commission',
  } as Names,
  creatorChoices: {
    '': 'Off',
    notify: 'Report only',
    hold: 'Report and hold further commissions of the creator',
  } as Names,
  limits: { orders: 'Orders', percent: 'Percent refunded' } as Names,
  limitHint: (rule: string) => `For the rule “${rule}”.`,
  heldCommissions: 'Commissions of this creator to review',
  creatorHint:
    'Both decisions end the hold of further commissions. Commissions that are held already wait for you on the page of commissions to review.',
  done: {
    fraudDismissed: 'The decision is stored: no fraud.',
    fraudConfirmed: 'The decision is stored: fraud.',
  },
};
