import { untilAnswered } from '#infra/local/first-requests.ts';
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
import type { PayoutInput } from '#lib/money/payouts/schema/endpoints.ts';
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
import { createOrders, type DemoOrder, minorPerMajor, type OrderEvent, planOrders } from './orders.ts';
import { newRandom } from './random.ts';

const clicksPerBrand = 200;
const daysOfClicks = 29;

/** The most items that `forEachItem` writes at the same time. With more, requests to the database would time out. */
const concurrency = 16;

export const forEachItem = <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> =>
  forEachConcurrently(items, concurrency, async (item) => {
    await untilAnswered();
    await work(item);
  });

export async function writeBrand(demoBrand: DemoBrand, seed: number, today: Date): Promise<void> {
  const random = newRandom(seed);
  const account = await writeAccount(demoBrand, daysBefore(today, demoBrand.ages.brand));
  const { brand } = account;
  const creations = createDemoItems(demoBrand, brand, random, today);
  await writeCreations(brand, creations);
  if (creations.affiliates.length === 0) return;
  const orders = createOrders({ brand, creations }, random, planOrders(today, random));
  const times = Array.from({ length: clicksPerBrand }, () => daysBefore(today, daysOfClicks * random.next()));
  await Promise.all([
    forEachItem(orders, (order) => writeOrder(order, account)),
    writeClicks(createClicks(brand, creations, random, { times, now: today })),
  ]);
  await writePayouts(brand, creations);
}

const creatorsPerPayout = 2;

async function writePayouts(brand: Brand, { affiliates }: Creations): Promise<void> {
  for (const [nth, reference] of ['Bank transfer 1', undefined].entries()) {
    const some = affiliates.slice(nth * creatorsPerPayout, (nth + 1) * creatorsPerPayout);
    await writePayout({ affiliateIds: some.map(({ id }) => id) }, brand, now(), reference);
  }
}

/** Without a reference, the payout stays ready. */
export async function writePayout(
  input: PayoutInput,
  brand: Brand,
  at: Date,
  reference?: string,
): Promise<void> {
  const clock = { now: () => at };
  const payout = await createPayoutOnce(newPayout(input, brand, singleAttempt(at)), singleAttempt(at));
  if (!('id' in payout)) return;
  const ready = await advance(payout, () => false, clock);
  if (reference === undefined || ready.commissionsCount === 0) return;
  const paid = await updatePayout(brand.id, ready.id, { status: 'paid', reference }, at);
  await advance(paid, () => false, clock);
}

export interface Account {
  readonly brand: Brand;
  readonly approver: string;
}

export async function writeAccount(
  { account, plan, name, currency, landingUrl }: DemoBrand,
  at: Date,
): Promise<Account> {
  const brand = await createBrand(
    { name, email: adminOf(account), plan, currency, landingUrl },
    demoPassword,
    at,
  );
  await createUser(brand.id, { email: memberOf(account), password: demoPassword, role: 'member' }, at);
  const admin = (await listUsers(brand.id)).find(({ role }) => role === 'admin');
  return { brand, approver: admin?.id ?? '' };
}

export async function writeCreations(brand: Brand, { affiliates, campaigns, members, discounts }: Creations) {
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

export function applyEvent(
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

export async function recordOrder({ at, click, input }: DemoOrder, brand: Brand): Promise<Conversion> {
  if (click !== undefined) await recordClick(click);
  return (await recordConversion(input, { brand, now: at })).conversion;
}

async function writeOrder(order: DemoOrder, account: Account): Promise<void> {
  const conversion = await recordOrder(order, account.brand);
  for (const event of order.events) await applyEvent(event, conversion, account);
}

/** Writes the clicks day by day. Clicks of one day change the same items of figures, so a stream batch of them writes fewer items. */
async function writeClicks(clicks: readonly Click[]): Promise<void> {
  const byDay = Map.groupBy(clicks, (click) => dayOf(new Date(recordedAt(click))));
  for (const clicksOfDay of byDay.values()) await forEachItem(clicksOfDay, recordClick);
}
