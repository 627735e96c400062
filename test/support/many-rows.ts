// Fills a brand of a local stage with creators, codes, campaigns, orders, commissions and payouts, without requests:
// `node test/support/many-rows.ts <data directory> <brand> <rows> <sellers>`. The oldest creator has all codes, and an order for each row; each seller has another order.
import { readStageFile } from '#infra/local/stage-file.ts';

const [directory = '', brandId = '', ...sizes] = process.argv.slice(2);
const [rows = 0, sellers = 0] = sizes.map(Number);
const stage = readStageFile(directory);
if (stage === undefined || !(rows > 0)) throw new Error('Name a running stage, a brand and a number of rows');

/** Modules of the service read the environment when they load. */
Object.assign(process.env, {
  LOG_LEVEL: 'SILENT',
  TABLE_NAME: stage.tableName,
  DYNAMODB_ENDPOINT: stage.dynamodbEndpoint,
  SIGNING_KEYS_FILE: stage.signingKeysFile,
});
const { getBrand } = await import('#lib/access/brands/store/lookup.ts');
const { now } = await import('#lib/foundation/shared/clock.ts');
const { addSeconds, secondsPerDay } = await import('#lib/foundation/shared/dates.ts');
const { singleAttempt } = await import('#lib/foundation/idempotency/rules/attempt.ts');
const { keys } = await import('#lib/foundation/table/keys/keys.ts');
const { newConversion } = await import('#lib/money/conversions/rules/new-conversion.ts');
const { conversionWrites } = await import('#lib/money/conversions/writes.ts');
const { markReady, zeroTotals } = await import('#lib/money/payouts/rules/payout.ts');
const { newPayout } = await import('#lib/money/payouts/store/create.ts');
const { addPayout } = await import('#lib/money/payouts/writes.ts');
const { newAffiliate } = await import('#lib/program/affiliates/rules/new-affiliate.ts');
const { addAffiliate } = await import('#lib/program/affiliates/writes.ts');
const { newCampaign } = await import('#lib/program/campaigns/rules/campaign.ts');
const { addCampaign, addMember } = await import('#lib/program/campaigns/writes.ts');
const { newDiscount } = await import('#lib/program/discounts/rules/new-discount.ts');
const { incrementAffiliateDiscounts, incrementDiscounts } = await import(
  '#lib/program/discounts/writes/counts.ts'
);
const { putDiscount } = await import('#lib/program/discounts/writes/discount.ts');
const { writeInBulk } = await import('./fill.ts');

type Affiliate = ReturnType<typeof newAffiliate>;

const brand = await getBrand(brandId);
const days = 28;
/** The moments of all rows are in the last four weeks. The last rows are the newest ones, so lists begin with them. */
const momentOf = (nth: number): Date => addSeconds(now(), -days * secondsPerDay * (1 - nth / (rows + 1)));
/** A name without a space, and names that are written from right to left. */
const names = [
  'ד״ר אברהם בן־דוד',
  'مريم بنت عبد الرحمن الفاسي',
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(3),
];
/** The newest creators have these names, and the oldest one a long name. */
const nameOf = (nth: number): string =>
  names[nth === 0 ? names.length - 1 : nth - rows + names.length] ?? `Creator ${nth}`;

function newCreator(nth: number): Affiliate {
  const input = {
    email: `many-${nth}@creators.test`,
    trackingCode: `many-${nth}`,
    name: nameOf(nth).slice(0, 100),
  };
  return { ...newAffiliate(input, brand, momentOf(nth)), status: 'active' };
}

const campaigns = [...names, 'Many'].map((name) =>
  newCampaign({ name: name.slice(0, 100), status: 'active' }, brand, momentOf(0)),
);

function codeWrites({ id: affiliateId }: Affiliate, code: string, nth: number) {
  const input = { code, type: 'percentage', value: 15, affiliateId } as const;
  const discount = newDiscount(input, brand, momentOf(nth));
  return [
    ...putDiscount(discount),
    incrementDiscounts(brand.id, discount.id, 1),
    incrementAffiliateDiscounts(brand.id, affiliateId, discount.id, 1),
  ];
}

function orderWrites(affiliate: Affiliate, orderId: string, nth: number) {
  const at = momentOf(nth);
  const nobody = { campaignReason: null, discountId: null, codeObstacle: null, click: null };
  const candidate = {
    ...{ ...nobody, source: 'trackingCode' as const, reference: affiliate.trackingCode, affiliate },
    ...{ campaign: campaigns[nth % campaigns.length], validFrom: null, validTo: null },
  } as const;
  const created = newConversion({ orderId, amount: 49.9 }, brand, [candidate], at);
  return conversionWrites(created, '', [], at);
}

function payoutWrites(creators: readonly Affiliate[]) {
  const payout = newPayout({}, brand, singleAttempt(momentOf(rows)));
  const [affiliatesCount, commissionsCount] = [creators.length, creators.length];
  const totals = { ...zeroTotals, affiliatesCount, commissionsCount, amount: creators.length * 499 };
  const ready = markReady(payout, totals);
  const lines = creators.map(({ id: affiliateId, name, email }) => {
    const line = {
      affiliateId,
      amount: 499,
      commissionsCount: 1,
      periodStart: null,
      periodEnd: null,
      name,
      email,
    };
    return { kind: 'put', item: { ...keys.payoutLine(brand.id, payout.id, affiliateId), ...line } } as const;
  });
  return [...addPayout(ready), ...lines];
}

const creators = Array.from({ length: rows }, (_, nth) => newCreator(nth));
const [busy] = creators;
if (busy === undefined) throw new Error('There is no creator');
/** More than a page. */
const members = creators.slice(-150);
await writeInBulk([
  ...campaigns.flatMap((campaign) => addCampaign(campaign, brand)),
  ...creators.flatMap((creator, nth) => [
    ...addAffiliate(creator, brand),
    ...(nth > 0 && nth <= sellers ? orderWrites(creator, `many-${nth}`, nth) : []),
  ]),
  ...creators.flatMap((_, nth) => [
    ...codeWrites(busy, `BUSY-${nth}`, nth),
    ...orderWrites(busy, `busy-${'long-'.repeat(nth === rows - 1 ? 20 : 0)}${nth}`, nth),
  ]),
  ...members.flatMap(({ id }, nth) => addMember(brand.id, campaigns[0]?.id ?? '', id, momentOf(nth))),
  ...payoutWrites(members),
]);
process.stdout.write(JSON.stringify({ affiliateId: busy.id }));
