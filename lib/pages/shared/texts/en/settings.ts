// The English texts of the settings of the brand.
type Names = Readonly<Record<string, string>>;

export const settings = {
  title: 'Settings',
  tabs: {
    '': 'Brand',
    portal: 'Portal',
    mails: 'E-mails',
    terms: 'Terms',
    'exchange-rates': 'Exchange rates',
    users: 'Users',
    own: 'Your sign-in',
    'api-keys': 'API keys',
    connections: 'Connections',
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
    utm: 'Web analytics of links',
    commission: 'Commission',
    attribution: 'Attribution',
    approval: 'Approval and payouts',
    account: 'Account for SEPA files',
    security: 'Security',
    portal: 'Portal of the creators',
    mails: 'E-mails to creators',
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
      'One in each line. *.acme.com allows all hosts below acme.com. Empty allows every public host, but no links to chosen pages.',
    ],
    linkPrefix: [
      'Prefix of links',
      'Stands before the tracking code of new links, such as acme.ada. Codes then need to be unique in your brand only, and have 2 to 64 characters. 3 to 20 lower-case letters or digits. Earlier links still work. A prefix can change, but cannot be removed.',
    ],
    'defaultUtm.source': [
      'utm_source',
      'Links add these parameters if the landing page and the link have none. {trackingCode} stands for the code of the creator.',
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
    'payoutAccount.iban': ['IBAN', 'Your bank takes the money of SEPA files from this account.'],
    'payoutAccount.name': ['Account holder'],
    'payoutAccount.bic': ['BIC', 'Only if your bank asks for it.'],
    slug: [
      'Name in the address',
      'Lowercase letters, digits and hyphens. Earlier addresses still lead to your portal.',
    ],
    'portal.enabled': ['Portal', 'Without a portal, creators cannot sign in.'],
    'portal.applications': ['Applications'],
    'portal.creatorLinks': ['Links by creators', 'Whether creators create, change and delete their links.'],
    'portal.color': ['Colour', 'For example #0a7d4b. Empty for the usual colour.'],
    'portal.supportEmail': [
      'Address for questions',
      'Creators see it in the portal. Answers to e-mails also go here.',
    ],
    'portal.termsUrl': ['Conditions of the program', 'An https address. People see it before they apply.'],
    'portal.privacyUrl': ['Privacy notice', 'An https address. People see it before they apply.'],
    'creatorMails.enabled': [
      'Send e-mails to creators',
      'Without them, creators hear only about changed payment details and about the erasure of their data.',
    ],
    'creatorMails.replyTo': [
      'Address for answers',
      'Answers of creators go here. Empty for the address for questions of the portal.',
    ],
    'creatorMails.kinds': ['Creators receive'],
  } as Readonly<Record<string, readonly string[]>>,
  accountNow: (account: string) => `Now: ${account}. Enter the new account completely.`,
  choices: {
    'commission.type': { percentage: 'Percentage of the order', fixed: 'Amount for each order' },
    ratesByAdminsOnly: yesNo,
    'customerAttribution.type': {
      firstOrder: 'Need a link or a code of their own',
      months: 'Belong to the creator for some months',
      lifetime: 'Belong to the creator for good',
    },
    requireSecondFactor: yesNo,
    'portal.enabled': { true: 'On', false: 'Off' },
    'portal.creatorLinks': yesNo,
    'portal.applications': {
      closed: 'Nobody can apply',
      review: 'You decide about each applicant',
      autoAccept: 'Everybody is accepted at once, while your plan has room',
    },
    'creatorMails.enabled': yesNo,
    'creatorMails.kinds': {
      invitation: 'Invitations',
      applicationDeclined: 'Declined applications',
      welcome: 'Welcome',
      dailyDigest: 'Orders of a day',
      commissionApproved: 'Approved commissions',
      commissionRejected: 'Rejected commissions',
      payoutSent: 'Payments',
      payoutDetailsMissing: 'Missing payment details',
      termsChanged: 'Changed terms',
      disputeAnswered: 'Answers to disputes',
    },
    auditAddresses: { hashed: 'Hidden, only comparable', clear: 'Readable for 30 days' },
  } as Readonly<Record<string, Names>>,
};
