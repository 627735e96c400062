// Evaluates the fraud rules about a creator, in the worker behind the queue. docs/decisions/0180
import type { CreatorRule } from '#lib/access/brands/rules/fraud-rules.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { fraudKeys } from '#lib/foundation/table/keys/fraud-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew, staleWrite } from '#lib/foundation/table/writes/write.ts';
import { noEvidence } from '#lib/money/fraud/rules/evidence.ts';
import { hitsOfOrders } from '#lib/money/fraud/rules/suspicions.ts';
import type { FraudFinding, FraudHit } from '#lib/money/fraud/schema/finding.ts';
import { holdCreator, putFinding } from '#lib/money/fraud/writes.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { findingsOf, newestOrders, sameAccount, sameMailbox } from './watched-facts.ts';

const findCreator = async ({ brandId, id }: WorkItem): Promise<Affiliate | undefined> => {
  const [found] = await getItems([keys.item(brandId, 'affiliate', id)]);
  const creator = found && storedAffiliate.parse(found);
  return creator?.erasedRevision === undefined ? creator : undefined;
};

const newFinding = ({ brandId, id }: WorkItem, hit: FraudHit, now: Date): FraudFinding => ({
  ...{ id: newId('fraudFinding', now), brandId, affiliateId: id },
  ...{ orderId: null, conversionId: null, commissionId: null },
  ...{ hits: [hit], status: 'open', note: null, decidedBy: null, decidedAt: null },
  createdAt: now.toISOString(),
  revision: 0,
});

/** A pair has one finding for good, and a rule that counts has one for each creator or code and day. */
const evidenceOf = ({ rule, otherAffiliateId, discountId }: FraudHit, now: Date): readonly string[] => [
  rule,
  ...(otherAffiliateId === null ? [discountId ?? '', dayOf(now)] : [otherAffiliateId]),
];

const record = (creator: WorkItem, hit: FraudHit, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const { brandId, id } = creator;
    const claim = fraudKeys.fraudClaim(brandId, id, evidenceOf(hit, now));
    const [[claimed], current] = await Promise.all([getItems([claim]), findCreator(creator)]);
    if (claimed !== undefined || current === undefined) return;
    const finding = newFinding(creator, hit, now);
    const holds = hit.action === 'hold' ? [holdCreator(current, finding, hit.discountId)] : [];
    await transact([putNew({ ...claim, findingId: finding.id }, staleWrite), putFinding(finding), ...holds]);
  });

const pairRules = { severalAccounts: sameMailbox, paymentDetails: sameAccount } as const satisfies Partial<
  Record<CreatorRule, (brand: Brand, creator: Affiliate) => Promise<readonly string[]>>
>;

/** The finding is about the newer creator of the pair, whichever has changed. */
async function recordPairs(brand: Brand, creator: Affiliate, now: Date): Promise<void> {
  for (const rule of ['severalAccounts', 'paymentDetails'] as const) {
    const action = brand.fraudRules?.[rule]?.action;
    const others = action === undefined ? [] : await pairRules[rule](brand, creator);
    for (const other of others) {
      const [otherAffiliateId = '', id = ''] = [creator.id, other].toSorted();
      if (action === undefined) continue;
      const hit = { ...noEvidence, rule, action, match: rule, otherAffiliateId };
      await record({ brandId: brand.id, id }, hit, now);
    }
  }
}

async function recordOrders(brand: Brand, creator: Affiliate, now: Date): Promise<void> {
  const { id, fraudRules: rules = {} } = brand;
  if (!rules.couponLeak && !rules.refundRate && !rules.velocity) return;
  const subject = { brandId: id, id: creator.id };
  const [orders, findings] = await Promise.all([newestOrders(subject, now), findingsOf(subject)]);
  for (const hit of hitsOfOrders({ rules, orders, findings, now })) await record(subject, hit, now);
}

export async function watchCreator(
  item: WorkItem,
  getBrand: (brandId: string) => Promise<Brand>,
  getClock: (brandId: string) => Promise<Clock>,
): Promise<void> {
  const { brandId } = item;
  const [brand, clock, creator] = await Promise.all([
    getBrand(brandId),
    getClock(brandId),
    findCreator(item),
  ]);
  if (creator === undefined) return;
  const now = clock.now();
  await recordPairs(brand, creator, now);
  await recordOrders(brand, creator, now);
}
