// Names, describes and groups the tags of the OpenAPI document, in the order of a tour through the API.

type Tags = Readonly<Record<string, readonly [title: string, description: string]>>;

const groups: Readonly<Record<string, Tags>> = {
  'Getting started': {
    auth: ['Login', 'Log in, refresh and end sessions, and choose passwords.'],
    apiKeys: ['API keys', 'Create and rotate the keys that your servers send.'],
    testMode: ['Test mode', 'Move the clock of the test data, and empty them.'],
    service: ['Service', 'Check whether the service works, and read this document.'],
  },
  Account: {
    brands: ['Settings', 'Read and change the settings and the terms of the brand.'],
    users: ['Users', 'Invite people to the brand, and change their roles.'],
    secondFactor: ['Second factor', 'Protect a login with an authenticator app.'],
    exchangeRates: ['Exchange rates', 'Set the rates for orders in other currencies.'],
    billing: ['Billing', 'Read the plan, the subscription and the use of the limits.'],
  },
  Creators: {
    affiliates: ['Creators', 'Invite, change, pause and ban creators.'],
    imports: ['Imports', 'Create and update creators from a CSV file.'],
    groups: ['Groups', 'Set the terms that a group of creators shares.'],
    campaigns: ['Campaigns', 'Create campaigns, and add creators to them.'],
    discounts: ['Discount codes', 'Give creators codes that attribute orders to them.'],
    links: ['Links', 'Give creators further links with pages, slugs and sub ids of their own.'],
    mails: ['E-mails to creators', 'Turn off e-mails with a link in an e-mail.'],
    creator: ['Portal', 'Sign creators in, and show them what they earn.'],
    programs: ['Programs', 'Show a program, and receive applications.'],
    tracking: ['Clicks', 'Follow tracking links, report clicks, and count them.'],
  },
  Orders: {
    conversions: ['Orders', 'Record, change and cancel orders, and attribute them to creators.'],
    refunds: ['Refunds', 'Record refunds, and reverse them.'],
    connections: ['Connections', 'Record the orders of a shop without code.'],
    reconciliations: ['Reconciliations', 'Compare the orders of a shop with its export.'],
    customers: ['Customers', 'Read to which creators customers are bound, and change it.'],
  },
  Money: {
    commissions: ['Commissions', 'Approve, reject and create commissions.'],
    disputes: ['Disputes', 'Decide about orders and commissions that creators dispute.'],
    fraudFindings: ['Fraud findings', 'Decide about orders that match fraud rules.'],
    payoutDetails: ['Payment details', 'Set how creators are paid, and their tax data.'],
    payouts: ['Payouts', 'Collect approved commissions, and mark them as paid.'],
    simulations: ['Simulations', 'Calculate what other terms would have cost.'],
  },
  Data: {
    reports: ['Reports', 'Read revenue, costs and what is payable.'],
    exports: ['Exports', 'Write files with all items of a kind.'],
    events: ['Events', 'Read the feed of all changes.'],
    webhooks: ['Webhook endpoints', 'Receive events at your server.'],
    webhookEvents: ['Webhooks', 'The requests that the service sends to your endpoints.'],
    assistant: ['Assistants', 'Let assistants use the API through the Model Context Protocol.'],
    audit: ['Audit trail', 'Read who has changed what.'],
    privacy: ['Privacy', 'Export and erase personal data.'],
  },
};

/** Renderers of documents read `x-displayName` and `x-tagGroups`. */
export const tags = Object.values(groups).flatMap((group) =>
  Object.entries(group).map(([name, [title, description]]) => ({
    name,
    'x-displayName': title,
    description,
  })),
);

export const tagGroups = Object.entries(groups).map(([name, group]) => ({ name, tags: Object.keys(group) }));
