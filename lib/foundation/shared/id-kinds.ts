// Defines the kinds of ids. This file must not import zod, because zod slows down the cold start of the tracking link.

/** These kinds are apart, so that the bundle of the tracking link does not contain the others. */
export const campaign = { prefix: 'cmp', name: 'Campaign' } as const;
export const click = { prefix: 'clk', name: 'Click' } as const;
export const link = { prefix: 'lnk', name: 'Link' } as const;

export const idKinds = {
  brand: { prefix: 'brd', name: 'Brand' },
  user: { prefix: 'usr', name: 'User' },
  apiKey: { prefix: 'key', name: 'API key' },
  session: { prefix: 'ses', name: 'Session' },
  affiliate: { prefix: 'aff', name: 'Affiliate' },
  campaign,
  discount: { prefix: 'dsc', name: 'Discount' },
  click,
  link,
  conversion: { prefix: 'cnv', name: 'Conversion' },
  customer: { prefix: 'cus', name: 'Customer' },
  commission: { prefix: 'com', name: 'Commission' },
  decision: { prefix: 'dec', name: 'Bulk decision' },
  refund: { prefix: 'ref', name: 'Refund' },
  export: { prefix: 'exp', name: 'Export' },
  import: { prefix: 'imp', name: 'Import' },
  dispute: { prefix: 'dsp', name: 'Dispute' },
  fraudFinding: { prefix: 'frd', name: 'Fraud finding' },
  simulation: { prefix: 'sim', name: 'Simulation' },
  payout: { prefix: 'pay', name: 'Payout' },
  ledgerEntry: { prefix: 'led', name: 'Ledger entry' },
  event: { prefix: 'evt', name: 'Event' },
  erasure: { prefix: 'era', name: 'Erasure' },
  webhookEndpoint: { prefix: 'whe', name: 'Webhook endpoint' },
  delivery: { prefix: 'dlv', name: 'Delivery' },
  connection: { prefix: 'con', name: 'Connection' },
  reconciliation: { prefix: 'rec', name: 'Reconciliation' },
  difference: { prefix: 'dif', name: 'Difference' },
  shopMessage: { prefix: 'msg', name: 'Message' },
  webhookTask: { prefix: 'wht', name: 'Webhook task' },
} as const;

export type IdKind = keyof typeof idKinds;

export const isIdOf = (kind: IdKind, id: string): boolean => id.startsWith(`${idKinds[kind].prefix}_`);
