import type { Brand } from '#lib/access/brands/schema.ts';
import { createBrand } from '#lib/access/brands/store/brands.ts';
import { createUser, listUsers } from '#lib/access/users/store/operate.ts';
import { type Click, recordedAt } from '#lib/clicks/tracking/rules/visit.ts';
import { recordClick } from '#lib/clicks/tracking/store/clicks.ts';
import { singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { approveIfDue } from '#lib/money/commissions/store/approve-due.ts';
import { approveCommission, rejectCommission } from '#lib/money/commissions/store/commissions.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { recordConversion } from '#lib/money/conversions/store/record.ts';
import { refundConversion } from '#lib/money/conversions/store/refunds.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { createPayoutOnce, newPayout } from '#lib/money/payouts/store/create.ts';
import { updatePayout } from '#lib/money/payouts/store/payouts.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { addCampaign, addMember } from '#lib/program/campaigns/writes.ts';
import { addDiscount } from '#lib/program/discounts/writes/discount.ts';
import { adminOf, demoPassword, memberOf } from './accounts.ts';
import { createClicks } from './clicks.ts';
import { type Creations, createDemoItems, daysBefore } from './creations.ts';
import type { DemoBrand } from './demo-brands.ts';
import { createOrders, type DemoOrder, minorPerMajor, type OrderEvent } from './orders.ts';
import { newRandom } from './random.ts';

/** The age of a brand in days. Must exceed `oldestCreatorDays`, so that no creator joins before the brand exists. */
const foundedDaysAgo = 62;

/** The most items that `forEachItem` writes at the same time. With more, requests to the database would time out. */
const concurrency = 16;

const forEachItem = <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> =>
  forEachConcurrently(items, concurrency, work);

export async function writeBrand(demoBrand: DemoBrand, seed: number, today: Date): Promise<void> {
  const random = newRandom(seed);
  const account = await writeAccount(demoBrand, daysBefore(today, foundedDaysAgo));
  const { brand } = account;
  const creations = createDemoItems(demoBrand, brand, random, today);
  await writeCreations(brand, creations);
  if (creations.affiliates.length === 0) return;
  await Promise.all([
    forEachItem(createOrders({ brand, creations, now: today }, random), (order) =>
      writeOrder(order, account),
    ),
    writeClicks(createClicks(brand, creations, random, today)),
  ]);
  await writePayouts(brand, creations);
}

const creatorsPerPayout = 2;

async function writePayouts(brand: Brand, { affiliates }: Creations): Promise<void> {
  const outcomes = [{ status: 'paid' as const, reference: 'Bank transfer 1' }, undefined];
  for (const [nth, changes] of outcomes.entries()) {
    const at = now();
    const some = affiliates.slice(nth * creatorsPerPayout, (nth + 1) * creatorsPerPayout);
    const input = { affiliateIds: some.map(({ id }) => id) };
    const payout = await createPayoutOnce(newPayout(input, brand, singleAttempt(at)), singleAttempt(at));
    if (!('id' in payout)) continue;
    const ready = await advance(payout, () => false, { now });
    if (changes === undefined || ready.commissionsCount === 0) continue;
    await advance(await updatePayout(brand.id, ready.id, changes, now()), () => false, { now });
  }
}

interface Account {
  readonly brand: Brand;
  readonly approver: string;
}

async function writeAccount({ plan, name, currency, landingUrl }: DemoBrand, at: Date): Promise<Account> {
  const brand = await createBrand(
    { name, email: adminOf(plan), plan, currency, landingUrl },
    demoPassword,
    at,
  );
  await createUser(brand.id, { email: memberOf(plan), password: demoPassword, role: 'member' }, at);
  const admin = (await listUsers(brand.id)).find(({ role }) => role === 'admin');
  return { brand, approver: admin?.id ?? '' };
}

async function writeCreations(brand: Brand, { affiliates, campaigns, members, discounts }: Creations) {
  await Promise.all([
    forEachItem(affiliates, (affiliate) => transact(addAffiliate(affiliate, brand))),
    forEachItem(campaigns, (campaign) => transact(addCampaign(campaign, brand))),
  ]);
  await Promise.all([
    forEachItem(members, ({ campaign, affiliate, at }) =>
      transact(addMember(brand.id, campaign.id, affiliate.id, at)),
    ),
    forEachItem(discounts, (discount) => transact(addDiscount(discount, false))),
  ]);
}

function applyEvent(
  event: OrderEvent,
  { brandId, id, commissionId }: Conversion,
  { brand, approver }: Account,
) {
  const { at } = event;
  if (event.kind === 'refunded') {
    const amount = event.amount === null ? {} : { amount: event.amount / minorPerMajor };
    return refundConversion(id, { refundId: `return-${id.slice(-6)}`, ...amount }, { brand, now: at });
  }
  if (commissionId === null) throw new Error(`The order ${id} has no commission`);
  if (event.kind === 'rejected') return rejectCommission(brandId, commissionId, event.reason, at);
  return event.kind === 'approvedManually'
    ? approveCommission(brandId, commissionId, approver, at)
    : approveIfDue(brandId, commissionId, at, at);
}

async function writeOrder({ at, click, input, events }: DemoOrder, account: Account): Promise<void> {
  const { brand } = account;
  if (click !== undefined) await recordClick(click);
  const { conversion } = await recordConversion(input, { brand, now: at });
  for (const event of events) await applyEvent(event, conversion, account);
}

/** Writes the clicks day by day. Clicks of one day change the same items of figures, so a stream batch of them writes fewer items. */
async function writeClicks(clicks: readonly Click[]): Promise<void> {
  const byDay = Map.groupBy(clicks, (click) => dayOf(new Date(recordedAt(click))));
  for (const clicksOfDay of byDay.values()) await forEachItem(clicksOfDay, recordClick);
}
