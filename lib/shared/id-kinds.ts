// Defines the kinds of ids. This file must not import zod, because zod slows down the cold start of the tracking link.

export const idKinds = {
  brand: { prefix: 'brd', resource: 'Brand' },
  user: { prefix: 'usr', resource: 'User' },
  apiKey: { prefix: 'key', resource: 'API key' },
  session: { prefix: 'ses', resource: 'Session' },
  affiliate: { prefix: 'aff', resource: 'Affiliate' },
  campaign: { prefix: 'cmp', resource: 'Campaign' },
  discount: { prefix: 'dsc', resource: 'Discount' },
  click: { prefix: 'clk', resource: 'Click' },
  conversion: { prefix: 'cnv', resource: 'Conversion' },
  commission: { prefix: 'com', resource: 'Commission' },
  refund: { prefix: 'ref', resource: 'Refund' },
  export: { prefix: 'exp', resource: 'Export' },
  payout: { prefix: 'pay', resource: 'Payout' },
  ledgerEntry: { prefix: 'led', resource: 'Ledger entry' },
  event: { prefix: 'evt', resource: 'Event' },
  erasure: { prefix: 'era', resource: 'Erasure' },
  webhookEndpoint: { prefix: 'whe', resource: 'Webhook endpoint' },
  delivery: { prefix: 'dlv', resource: 'Delivery' },
  webhookTask: { prefix: 'wht', resource: 'Webhook task' },
} as const;

export type IdKind = keyof typeof idKinds;

export const isIdOf = (kind: IdKind, id: string): boolean => id.startsWith(`${idKinds[kind].prefix}_`);
