// `npm run docs` writes the tables of docs/table.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { routes } from '#lib/api/routes.ts';
import { tableAccessOf } from '#lib/contract/route.ts';
import { emailKeys } from '#lib/table/keys/email-keys.ts';
import { externalIdKeys } from '#lib/table/keys/external-id-keys.ts';
import { figureKeys } from '#lib/table/keys/figure-keys.ts';
import { type IndexName, indexes, projectionOf } from '#lib/table/keys/indexes.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listKeys } from '#lib/table/keys/list-keys.ts';
import { requestKeys } from '#lib/table/keys/request-keys.ts';
import { searchKeys } from '#lib/table/keys/search-keys.ts';
import { webhookKeys } from '#lib/table/keys/webhook-keys.ts';

const brand = 'brd_01';
const day = '2026-11-22';

interface Shape {
  readonly item: string;
  readonly example: Key;
}

const shapes: Readonly<
  Record<
    | keyof typeof keys
    | keyof typeof emailKeys
    | keyof typeof externalIdKeys
    | keyof typeof searchKeys
    | keyof typeof figureKeys
    | keyof typeof webhookKeys
    | keyof typeof requestKeys,
    Shape
  >
> = {
  brand: { item: 'Brand: plan, terms, currency, customer salt', example: keys.brand(brand) },
  testTwin: { item: 'Generation and clock of the test twin of a brand', example: keys.testTwin(brand) },
  brandDirectory: { item: 'Entry in the list of all brands', example: keys.brandDirectory(brand) },
  item: {
    item: 'User, session, API key, creator, campaign, discount code, conversion, commission or payout',
    example: keys.item(brand, 'affiliate', 'aff_01'),
  },
  member: {
    item: 'Membership of a creator in a campaign',
    example: keys.member(brand, 'cmp_01', 'aff_01'),
  },
  webhookEndpoint: { item: 'Webhook endpoint', example: webhookKeys.webhookEndpoint(brand, 'whe_01') },
  webhookSecrets: {
    item: 'Secrets that sign the events of a webhook endpoint',
    example: webhookKeys.webhookSecrets(brand, 'whe_01'),
  },
  webhookProgress: {
    item: 'Position of a webhook endpoint in the feed, with the lease of its worker',
    example: webhookKeys.webhookProgress(brand, 'whe_01'),
  },
  delivery: {
    item: 'Delivery of an event to a webhook endpoint, with its attempts',
    example: webhookKeys.delivery(brand, 'whe_01', 'dlv_01'),
  },
  deliveryResponse: {
    item: 'First KB of the response to an attempt',
    example: webhookKeys.deliveryResponse(brand, 'whe_01', 'dlv_01', `${day}T09:30:00Z`),
  },
  deliveryRetry: {
    item: 'Time of the next attempt of a delivery',
    example: webhookKeys.deliveryRetry(brand, 'whe_01', new Date(`${day}T09:30:00Z`), 'dlv_01'),
  },
  webhookTask: {
    item: 'Test, retry or replay that the worker of a webhook endpoint must do',
    example: webhookKeys.webhookTask(brand, 'whe_01', 'wht_01'),
  },
  webhookTests: {
    item: 'Number of tests of a webhook endpoint in a minute',
    example: webhookKeys.webhookTests(brand, 'whe_01', 29_710_000),
  },
  requestCount: {
    item: 'Number of requests in a minute',
    example: requestKeys.requestCount({ brandId: brand, mode: 'live', minute: 29_710_000 }),
  },
  apiKeyUse: { item: 'Last use of an API key', example: keys.apiKeyUse(brand, 'key_01') },
  credentials: {
    item: 'Login of a user, found by e-mail address',
    example: keys.credentials('ops@acme.test'),
  },
  knownAddress: {
    item: 'Keyed hash of an IP address from which a user has logged in before',
    example: keys.knownAddress('ops@acme.test', 'hmac-of-the-address'),
  },
  accountFailures: {
    item: 'Failed logins of an account in a time window, from a known address or from all others',
    example: keys.accountFailures('ops@acme.test', 'STRANGERS', 1),
  },
  addressFailures: {
    item: 'Failed logins of an IP address in a time window',
    example: keys.addressFailures('hmac-of-the-address', 1),
  },
  failedLogin: {
    item: 'A failed login without an entry in the audit trail',
    example: keys.failedLogin('ada@acme.test'),
  },
  usedChallenge: {
    item: 'Challenge that was used for a login',
    example: keys.usedChallenge('ops@acme.test', 'Hk3d8fJ2'),
  },
  loginKey: {
    item: 'Key of the hashes of IP addresses, and of the signatures of login challenges',
    example: keys.loginKey(),
  },
  emailedLinks: {
    item: 'Number of one-time links of a kind that an address has received in an hour',
    example: emailKeys.emailedLinks('ops@acme.test', { purpose: 'passwordReset' }, 1),
  },
  userEmail: {
    item: 'Claim of a user’s e-mail address in a brand',
    example: emailKeys.userEmail(brand, 'ops@acme.test'),
  },
  linkKey: { item: 'Key that signs one-time links', example: emailKeys.linkKey() },
  email: { item: 'E-mail that waits to be sent', example: emailKeys.email('Hk3d8fJ2Hk3d8fJ2') },
  trackingCode: {
    item: 'Target of a tracking code, unique over all brands',
    example: keys.trackingCode('ada'),
  },
  affiliateEmail: {
    item: 'Claim of a creator’s e-mail address in a brand',
    example: keys.affiliateEmail(brand, 'ada@example.test'),
  },
  externalId: {
    item: 'Claim of an external id of a creator, campaign, discount code or conversion',
    example: externalIdKeys.externalId(brand, 'affiliate', 'creator-7'),
  },
  affiliateSearch: {
    item: 'Entry of a creator in the search by name or e-mail address',
    example: { ...searchKeys.affiliateSearch(brand, 'ada lovelace', 'aff_01'), sk: 'ada lovelace␀aff_01' },
  },
  discountCode: { item: 'Claim of a discount code in a brand', example: keys.discountCode(brand, 'ADA10') },
  totalsCell: {
    item: 'Cell of the totals of a hot creator, campaign or discount code',
    example: keys.totalsCell(keys.item(brand, 'affiliate', 'aff_01'), 7),
  },
  idempotency: {
    item: 'Claim of an idempotency key, with the stored response',
    example: keys.idempotency(brand, 'sha256-of-the-key'),
  },
  counterShard: { item: 'Shard of a counter', example: keys.counterShard(brand, 'conversions', 3) },
  visit: {
    item: 'Visit: the clicks of one address or reported visitor on one tracking code on one day',
    example: keys.visit(brand, day, '7ABCDEFGHJKM'),
  },
  overflowVisit: {
    item: 'Click of a visit that is full',
    example: keys.overflowVisit(brand, day, '7ABCDEFGHJKM', '0001'),
  },
  visitorSalt: { item: 'Salt for the visitor hashes of one day', example: keys.visitorSalt(brand, day) },
  brandFigures: {
    item: 'Figures of a brand on a day: clicks, orders, amounts and commissions',
    example: figureKeys.brandFigures(brand, day),
  },
  figures: {
    item: 'Figures of some creators, campaigns or discount codes on a day or in a month',
    example: figureKeys.figures(brand, 'AFFILIATE', day, 'aff_01'),
  },
  payables: {
    item: 'Commissions that creators are owed, by day of the approval',
    example: figureKeys.payables(brand, 'aff_01'),
  },
  order: {
    item: 'Claim of an order id, with the body’s fingerprint and the line items',
    example: keys.order(brand, 'order-1041'),
  },
  refund: { item: 'Refund of a conversion', example: keys.refund(brand, 'cnv_01', 'refund-7') },
  ledgerEntry: { item: 'Ledger entry', example: keys.ledgerEntry(brand, 'led_01') },
  newestPayout: {
    item: 'Pointer to the newest payout of a brand, so that only one is in preparation',
    example: keys.newestPayout(brand),
  },
  payoutLine: { item: 'Line of a payout', example: keys.payoutLine(brand, 'pay_01', 'aff_01') },
  excludedLine: {
    item: 'Creator who is excluded from a payout, with the reason',
    example: keys.excludedLine(brand, 'pay_01', 'aff_01'),
  },
  payoutBatch: {
    item: 'Batch of commissions that a payout has claimed',
    example: keys.payoutBatch(brand, 'pay_01', 0),
  },
  checkpoint: {
    item: 'Progress of a stream function in a shard, or of automatic approval in a brand',
    example: keys.checkpoint('CLICKS', 'shardId-01'),
  },
  publishedKeys: {
    item: 'Public keys that verify tokens, and secrets of cursors',
    example: keys.publishedKeys(),
  },
  probe: { item: 'Never written: reading it shows that the table answers', example: keys.probe() },
  demoData: { item: 'Local stage only: the demo data is complete', example: keys.demoData() },
};

export const keyExamples: readonly Key[] = Object.values(shapes).map(({ example }) => example);

const indexExamples: Readonly<Record<IndexName, { readonly lists: string; readonly example: object }>> = {
  byStatus: {
    lists:
      'Creators, campaigns, commissions and payouts by status; conversions by the result of their attribution; ' +
      'API keys by mode',
    example: indexKeys.byStatus(brand, 'commission', 'pending'),
  },
  byAffiliate: {
    lists: 'Discount codes, conversions and commissions of a creator',
    example: indexKeys.byAffiliate(brand, 'commission', 'aff_01'),
  },
  byAffiliateAndStatus: {
    lists:
      'Commissions of a creator and a status. Also answers `affiliateId` with an `attribution` other than `attributed`; ' +
      'always empty',
    example: indexKeys.byAffiliateAndStatus(brand, 'commission', 'aff_01', 'approved'),
  },
  byHold: {
    lists: 'Commissions that are held for review (sparse)',
    example: indexKeys.byHold(brand, 'commission'),
  },
  byCampaign: {
    lists:
      'Discount codes of a campaign; ledger entries that created a conversion or a commission of a campaign',
    example: listKeys.byCampaign(brand, 'commission', 'cmp_01'),
  },
  byDiscount: {
    lists: 'Ledger entries of orders with a discount code',
    example: listKeys.byDiscount(brand, 'dsc_01'),
  },
  byCustomer: {
    lists: 'Ledger entries of orders of a customer, whose id is hashed with the salt of the brand',
    example: listKeys.byCustomer(brand, 'salted-hash'),
  },
  byPayout: {
    lists: 'Commissions in a payout',
    example: listKeys.byPayout(brand, 'pay_01'),
  },
  byTime: {
    lists:
      'Ledger entries of orders, approvals and payments, by the time of the order, the approval or the payment',
    example: listKeys.byTime(brand, 'APPROVED', '2026-11-22T00:00:00.000Z', 'com_01'),
  },
};

const code = (text: string): string => `\`${text}\``;
const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const tables = {
  keys: table(
    ['Item', 'Key', 'Example `pk`', 'Example `sk`'],
    Object.entries(shapes).map(([name, { item, example }]) => [
      item,
      code(name),
      code(example.pk),
      code(example.sk),
    ]),
  ),
  indexes: table(
    ['Index', 'Sort key', 'Contains', 'Lists', 'Example of its partition key'],
    Object.entries(indexExamples).map(([name, { lists, example }]) => [
      code(name),
      code(indexes[name as IndexName]),
      projectionOf(name) === 'ALL' ? 'whole items' : 'keys',
      lists,
      code(String(Object.values(example)[0])),
    ]),
  ),
  access: table(
    ['Endpoint', 'Actions', 'Indexes', 'Guarded partitions'],
    routes.map((route) => {
      const { actions, indexes: used = [], guarded = {} } = tableAccessOf(route);
      const partitions = Object.entries(guarded).map(([name, access]) => `${code(name)}: ${access}`);
      return [code(route.name), actions.join(', '), used.map(code).join(', '), partitions.join(', ')];
    }),
  ),
};

export function withCurrentTables(text: string): string {
  return Object.entries(tables).reduce((current, [name, rows]) => {
    const block = new RegExp(`(<!-- ${name}: generated by npm run docs -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!block.test(current)) throw new Error(`docs/table.md must contain the marker comments of ${name}`);
    return current.replace(block, (_, start: string, end: string) => `${start}${rows}\n${end}`);
  }, text);
}

if (import.meta.main) {
  writeFileSync('docs/table.md', withCurrentTables(readFileSync('docs/table.md', 'utf8')));
}
