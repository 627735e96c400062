// `npm run docs` writes the tables of docs/privacy.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { type PersonalKind, personalFields } from '#lib/privacy/rules/personal-fields.ts';
import type { emailKeys } from '#lib/table/keys/email-keys.ts';
import type { eventKeys } from '#lib/table/keys/event-keys.ts';
import type { exportKeys } from '#lib/table/keys/export-keys.ts';
import type { externalIdKeys } from '#lib/table/keys/external-id-keys.ts';
import type { figureKeys } from '#lib/table/keys/figure-keys.ts';
import type { keys } from '#lib/table/keys/keys.ts';
import type { privacyKeys } from '#lib/table/keys/privacy-keys.ts';
import type { requestKeys } from '#lib/table/keys/request-keys.ts';
import type { searchKeys } from '#lib/table/keys/search-keys.ts';
import type { webhookKeys } from '#lib/table/keys/webhook-keys.ts';

interface Row {
  readonly data: string;
  /** The personal data of creators (C), customers (K), visitors (V) or users (U). */
  readonly personal: string;
  readonly kept: string;
  /** The effect of an erasure. Not stated where no creator and no customer is concerned. */
  readonly erasure?: string;
}

type Stored =
  | Exclude<keyof typeof keys, 'item'>
  | keyof typeof emailKeys
  | keyof typeof eventKeys
  | keyof typeof exportKeys
  | keyof typeof externalIdKeys
  | keyof typeof privacyKeys
  | keyof typeof figureKeys
  | keyof typeof searchKeys
  | keyof typeof webhookKeys
  | keyof typeof requestKeys
  | 'user'
  | 'session'
  | 'apiKey'
  | 'affiliate'
  | 'campaign'
  | 'discount'
  | 'conversion'
  | 'commission'
  | 'payout';

const always = 'until the operator deletes the brand';
const untilErased = 'until erasure';
const erased = (kind: PersonalKind): string =>
  `${Object.keys(personalFields[kind])
    .map((name) => `\`${name}\``)
    .join(', ')} are replaced`;

const nothing = '–';

/** The type requires a row for each key, so that no new item is forgotten. */
const stored: Readonly<Record<Stored, Row>> = {
  affiliate: {
    data: 'Creator',
    personal: 'C: name, e-mail address, metadata, external id',
    kept: untilErased,
    erasure: erased('affiliate'),
  },
  affiliateEmail: {
    data: 'Claim of a creator’s e-mail address',
    personal: 'C: e-mail address',
    kept: untilErased,
    erasure: 'deleted',
  },
  affiliateSearch: {
    data: 'Search entries of a creator',
    personal: 'C: name, e-mail address',
    kept: untilErased,
    erasure: 'deleted',
  },
  externalId: {
    data: 'Claim of an external id',
    personal: 'C, K: an id of the brand',
    kept: 'as long as its item',
    erasure: 'stays; deleted if it is an e-mail address',
  },
  trackingCode: {
    data: 'Target of a tracking code',
    personal: 'C: the public code',
    kept: '90 days after a ban, then until another creator takes it',
    erasure: 'stays as that of a banned creator',
  },
  discount: {
    data: 'Discount code',
    personal: 'C: metadata, external id',
    kept: 'until it is deleted',
    erasure: erased('discount'),
  },
  discountCode: { data: 'Claim of a discount code', personal: nothing, kept: 'as long as the code' },
  member: {
    data: 'Membership in a campaign',
    personal: 'C: ids',
    kept: 'until the creator leaves',
    erasure: 'stays',
  },
  commission: {
    data: 'Commission',
    personal: 'C, K: the reason of a rejection',
    kept: always,
    erasure: erased('commission'),
  },
  conversion: {
    data: 'Order',
    personal: 'K: salted hash of the e-mail address, customer id, metadata, external id, references',
    kept: untilErased,
    erasure: `${erased('conversion')}; the salted hash of the customer id stays, for the audit trail`,
  },
  order: {
    data: 'Claim of an order id, with line items and a salted hash of the body',
    personal: 'K: names of products',
    kept: always,
    erasure: 'names of products are replaced',
  },
  refund: { data: 'Refund', personal: nothing, kept: always },
  ledgerEntry: {
    data: 'Ledger entry',
    personal: 'K: salted hash of the customer id',
    kept: always,
    erasure: 'stays, because it finds the orders of the customer',
  },
  payout: { data: 'Payout', personal: nothing, kept: always },
  payoutLine: {
    data: 'Line of a payout',
    personal: 'C: name, e-mail address',
    kept: untilErased,
    erasure: erased('payoutLine'),
  },
  excludedLine: {
    data: 'Excluded creator of a payout',
    personal: 'C: name, e-mail address',
    kept: untilErased,
    erasure: erased('payoutLine'),
  },
  payoutBatch: { data: 'Batch of a payout', personal: nothing, kept: 'until the payout is paid or canceled' },
  newestPayout: { data: 'Pointer to the newest payout', personal: nothing, kept: always },
  totalsCell: { data: 'Cell of totals', personal: nothing, kept: always },
  counterShard: { data: 'Shard of a counter', personal: nothing, kept: always },
  eventSegment: {
    data: 'Segment of events and of the audit trail',
    personal: 'C, K, U: the representation of the changed item; K: salted hash of the customer id',
    kept: '400 days; 90 days in the feed',
    erasure: 'the fields of the item are replaced in its events; ids and the salted hash stay as the proof',
  },
  resourceEvent: {
    data: 'Copy of an event beside its resource',
    personal: 'the same',
    kept: '400 days',
    erasure: 'the same',
  },
  auditEntry: {
    data: 'Login, failed login or command of the operator, before it becomes an event',
    personal: 'U: ids, keyed hash of the IP address',
    kept: '15 days',
  },
  failedLogin: {
    data: 'Failed login without an entry of the audit trail',
    personal: 'U: e-mail address',
    kept: 'a minute',
  },
  actorSegment: {
    data: 'Reference from an actor to a segment of events',
    personal: 'U: id of the user',
    kept: '400 days',
  },
  requestAddress: {
    data: 'IP address of a request, if the brand has chosen `auditAddresses: clear`',
    personal: 'U: IP address',
    kept: '30 days',
  },
  digest: { data: 'Digest of the entries of the audit trail of a day', personal: nothing, kept: '430 days' },
  webhookEndpoint: { data: 'Webhook endpoint', personal: nothing, kept: 'until deleted' },
  webhookSecrets: {
    data: 'Secrets of a webhook endpoint',
    personal: nothing,
    kept: 'until deleted; a former secret 24 hours',
  },
  webhookProgress: {
    data: 'Position of a webhook endpoint in the feed',
    personal: nothing,
    kept: 'as long as the endpoint',
  },
  delivery: {
    data: 'Delivery of an event: its id and the attempts, without its data',
    personal: nothing,
    kept: '30 days after the last attempt',
  },
  deliveryResponse: {
    data: 'First KB of the response to an attempt',
    personal: 'C, K: data of the event, if the receiver repeats it',
    kept: '7 days',
    erasure: 'stays until it expires',
  },
  deliveryRetry: {
    data: 'Time of the next attempt of a delivery',
    personal: nothing,
    kept: 'until the attempt',
  },
  webhookTask: {
    data: 'Test, retry or replay that a user has requested',
    personal: 'U: id of the user',
    kept: 'until it is done, at most 30 days',
  },
  webhookTests: { data: 'Number of tests of a webhook endpoint', personal: nothing, kept: 'one hour' },
  deletionNote: { data: 'Who deleted an item', personal: 'U: id of the user', kept: '15 days' },
  deletedDiscount: { data: 'Deleted discount code of a creator', personal: nothing, kept: '400 days' },
  erasure: {
    data: 'Erasure',
    personal: 'K: customer id, unless it is an e-mail address',
    kept: always,
    erasure: 'stays as the proof',
  },
  erasedPerson: {
    data: 'Newest erasure of a person',
    personal: 'C: id; K: salted hash of the customer id',
    kept: always,
    erasure: 'stays as the proof',
  },
  export: {
    data: 'Export, with its file in the bucket',
    personal: 'C, K: the items of the list',
    kept: 'file 7 days, export 30 days',
    erasure: 'files that may contain the person are deleted; exports in progress begin again',
  },
  inProgress: { data: 'Ids of the exports in progress', personal: nothing, kept: always },
  idempotency: {
    data: 'Claim of an idempotency key, with the response',
    personal: 'C, K: the response, encrypted with the key, which is not stored',
    kept: '24 hours',
    erasure: 'unreadable without the idempotency key',
  },
  visit: {
    data: 'Clicks of a visitor on a day',
    personal: 'V: salted hash of the address, country, device, referring host',
    kept: '90 days (`clickRetentionDays`)',
  },
  overflowVisit: {
    data: 'Click of a visit that is full',
    personal: 'V: the same',
    kept: '90 days (`clickRetentionDays`)',
  },
  visitorSalt: {
    data: 'Salt of the visitor hashes of a day',
    personal: 'V: without it, a hash leads to nobody',
    kept: '2 days after its day',
  },
  brandFigures: { data: 'Figures of a brand', personal: nothing, kept: always },
  figures: { data: 'Figures of creators, campaigns and discount codes', personal: nothing, kept: always },
  payables: { data: 'Commissions that creators are owed', personal: nothing, kept: always },
  campaign: { data: 'Campaign', personal: nothing, kept: 'until a draft is deleted' },
  brand: { data: 'Brand: settings, plan, customer salt', personal: nothing, kept: always },
  brandDirectory: { data: 'List of all brands', personal: nothing, kept: always },
  testTwin: { data: 'State of the test twin', personal: nothing, kept: always },
  user: { data: 'User', personal: 'U: name, e-mail address', kept: 'until removed' },
  credentials: {
    data: 'Login of a user',
    personal: 'U: e-mail address, hash of the password',
    kept: 'until the user is removed',
  },
  session: { data: 'Session', personal: 'U: ids', kept: '30 days' },
  knownAddress: {
    data: 'Address of an earlier login',
    personal: 'U: keyed hash of the IP address',
    kept: '180 days, or until the user is removed',
  },
  accountFailures: { data: 'Failed logins of an account', personal: 'U: e-mail address', kept: '30 minutes' },
  addressFailures: {
    data: 'Failed logins of an IP address',
    personal: 'keyed hash of the IP address',
    kept: '30 minutes',
  },
  usedChallenge: { data: 'Used challenge of a login', personal: 'U: e-mail address', kept: 'some minutes' },
  loginKey: { data: 'Key of the hashes of addresses', personal: nothing, kept: 'always' },
  emailedLinks: { data: 'Number of e-mailed links', personal: 'U: e-mail address', kept: '2 hours' },
  userEmail: {
    data: 'Claim of a user’s e-mail address',
    personal: 'U: e-mail address',
    kept: 'until the user is removed',
  },
  linkKey: { data: 'Key of one-time links', personal: nothing, kept: 'always' },
  email: {
    data: 'E-mail to a user. Creators and customers get none',
    personal: 'U: e-mail address',
    kept: 'until it is sent, at most 24 hours',
  },
  apiKey: { data: 'API key', personal: nothing, kept: 'until deleted' },
  requestCount: { data: 'Number of requests in a minute', personal: nothing, kept: '2 minutes' },
  apiKeyUse: { data: 'Last use of an API key', personal: nothing, kept: 'as long as the key' },
  checkpoint: { data: 'Progress of background work', personal: nothing, kept: always },
  publishedKeys: { data: 'Public keys of tokens', personal: nothing, kept: 'always' },
  probe: { data: 'Never written', personal: nothing, kept: nothing },
  demoData: { data: 'Local stage: state of the demo data', personal: nothing, kept: 'always' },
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = [
  row(['Item', 'Key', 'Personal data', 'Kept', 'Erasure']),
  row(['---', '---', '---', '---', '---']),
  ...Object.entries(stored).map(([name, { data, personal, kept, erasure = nothing }]) =>
    row([data, `\`${name}\``, personal, kept, erasure]),
  ),
].join('\n');

export function withCurrentRetention(text: string): string {
  const block = /(<!-- retention: generated by npm run docs -->\n)[\s\S]*?(<!-- \/retention -->)/;
  if (!block.test(text)) throw new Error('docs/privacy.md must contain the marker comments of retention');
  return text.replace(block, (_, start: string, end: string) => `${start}${table}\n${end}`);
}

if (import.meta.main) {
  writeFileSync('docs/privacy.md', withCurrentRetention(readFileSync('docs/privacy.md', 'utf8')));
}
