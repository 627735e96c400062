// The English texts of the settings of the brand and its terms.
type Names = Readonly<Record<string, string>>;

export const settings = {
  title: 'Settings',
  tabs: {
    '': 'Brand',
    terms: 'Terms',
    users: 'Users',
    own: 'Your sign-in',
    'api-keys': 'API keys',
    webhooks: 'Webhooks',
    exports: 'Exports',
    audit: 'Audit trail',
  },
  onlyRealData: 'These settings have no test data. Go back to the real data to see and change them.',
  secret: 'Shown only once',
};

const yesNo = { true: 'Yes', false: 'No' };

export const brand = {
  subjects: {
    brand: 'Brand',
    links: 'Tracking links',
    commission: 'Commission',
    attribution: 'Attribution',
    approval: 'Approval and payouts',
    security: 'Security',
  } as Names,
  /** The label and the hint of each field. */
  fields: {
    name: ['Name of the brand'],
    timezone: ['Time zone', 'The days of reports and campaigns begin at midnight here.'],
    landingUrl: [
      'Landing page',
      'People come here from links whose campaign has no page of its own. Without one, such links show an error.',
    ],
    landingHosts: [
      'Allowed hosts of landing pages',
      'One in each line. *.acme.com allows all hosts below acme.com. Empty allows every public host.',
    ],
    'linkTexts.title': ['Title of the page of ended links'],
    'linkTexts.message': [
      'Text of the page of ended links',
      'People read this when a link no longer works. Empty for the usual text.',
    ],
    'commission.type': ['Default commission'],
    'commission.value': [
      'Percent or amount',
      'Applies unless a creator, a campaign or terms say otherwise. Earlier commissions keep their rate.',
    ],
    ratesByAdminsOnly: ['Only admins change rates'],
    attributionWindowDays: [
      'Days after a click',
      'An order in these days belongs to the creator of the click.',
    ],
    'customerAttribution.type': ['Later orders of a customer'],
    'customerAttribution.months': ['Months', 'Only if a creator earns for some months.'],
    uniqueClicksPerAddress: [
      'Unique clicks of one address',
      'So many count for a link on a day. Empty for no limit.',
    ],
    holdDays: ['Days until the automatic approval', 'Long enough for customers to return goods.'],
    holdAboveShare: [
      'Review commissions above (%)',
      'A commission above this percentage of its order waits for a person.',
    ],
    payoutMinimum: ['Minimum of a payout', 'Creators who are owed less wait for a later payout.'],
    requireSecondFactor: [
      'Every user needs a second factor',
      'Users without one can then only turn one on. API keys are not affected.',
    ],
    auditAddresses: ['IP addresses in the audit trail'],
  } as Readonly<Record<string, readonly string[]>>,
  choices: {
    'commission.type': { percentage: 'Percentage of the order', fixed: 'Amount for each order' },
    ratesByAdminsOnly: yesNo,
    'customerAttribution.type': {
      firstOrder: 'Need a link or a code of their own',
      months: 'Belong to the creator for some months',
      lifetime: 'Belong to the creator for good',
    },
    requireSecondFactor: yesNo,
    auditAddresses: { hashed: 'Hidden, only comparable', clear: 'Readable for 30 days' },
  } as Readonly<Record<string, Names>>,
};

export const terms = {
  intro:
    'Terms say more than a simple rate: other rates for some products or new customers, higher rates for those who sell much, and limits.',
  ofBrand: 'Terms of the brand',
  ofGroups: 'Terms of groups of creators',
  ofGroup: (name: string) => `Terms of the group ${name}`,
  group: 'Name of the group',
  open: 'Show the terms',
  priority: 'Terms of a creator apply first, then those of the group, of the campaign, and of the brand.',
  rate: 'Rate',
  kind: 'Kind',
  value: 'Percent or amount',
  kinds: { percentage: 'Percentage', fixed: 'Amount per order', item: 'Amount per item' },
  excluded: 'Earns nothing',
  rules: 'Rules',
  rulesHint: 'The first rule that fits an item applies to it. Other items earn the rate above.',
  match: 'For',
  everything: 'All items',
  keys: { sku: 'SKU', productId: 'Product id', category: 'Category', tag: 'Tag' },
  values: 'One of',
  customers: 'Customers',
  customerKinds: { '': 'All', new: 'New', returning: 'Returning' },
  tiers: 'Tiers',
  tiersHint: 'Creators who reach a step in a month earn its rate.',
  by: 'Measured by',
  byKinds: { revenue: 'Revenue', orders: 'Orders' },
  appliesTo: 'The rate applies to',
  appliesToKinds: { followingOrders: 'Orders after the step', wholeMonth: 'All orders of the month' },
  from: 'From',
  more: 'Limits and sign-ups',
  perOrder: 'At most per order',
  perMonth: 'At most per creator and month',
  lead: 'Amount for a lead',
  signup: 'Amount for a sign-up',
  validFrom: 'Valid from',
  validFromHint: 'Empty for now. Orders before keep the earlier terms.',
  remove: 'End these terms',
  removeConfirm: 'End these terms? The simple rates apply again from now on.',
  history: 'History',
  none: 'No terms were set. The simple rates apply.',
  simple: 'No terms: the simple rates apply',
  summary: (rate: string, rules: number) =>
    rules === 0 ? rate : `${rate}, ${rules} ${rules === 1 ? 'rule' : 'rules'}`,
};
