// Writes one demo brand, with everything that it has.
import { addAffiliate } from '#lib/affiliates/store/affiliates.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { createBrand } from '#lib/brands/store/brands.ts';
import { createUser, listUsers } from '#lib/brands/store/users.ts';
import { createCampaign } from '#lib/campaigns/store/campaigns.ts';
import { addMember } from '#lib/campaigns/store/members.ts';
import { approveIfDue } from '#lib/commissions/store/approve-due.ts';
import { approveCommission, rejectCommission } from '#lib/commissions/store/commissions.ts';
import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import { recordConversion } from '#lib/conversions/store/record.ts';
import { refundConversion } from '#lib/conversions/store/refunds.ts';
import { createDiscount } from '#lib/discounts/store/discounts.ts';
import { singleAttempt } from '#lib/idempotency/rules/attempt.ts';
import { advance } from '#lib/payouts/store/advance.ts';
import { createPayoutOnce, decidePayout, newPayout } from '#lib/payouts/store/payouts.ts';
import { now } from '#lib/shared/clock.ts';
import { afterSeconds, dayOf, hours } from '#lib/shared/dates.ts';
import { forEachConcurrently } from '#lib/shared/workers.ts';
import { transact } from '#lib/table/transact.ts';
import { type Click, recordedAt } from '#lib/tracking/rules/visit.ts';
import { record } from '#lib/tracking/store/clicks.ts';
import { adminOf, demoPassword, memberOf } from './accounts.ts';
import { clicksOf } from './clicks.ts';
import { type Creations, createAll, daysBefore } from './creations.ts';
import { type DemoOrder, type Event, minorPerMajor, ordersOf } from './orders.ts';
import { chanceOf } from './random.ts';
import type { BrandStory } from './stories.ts';

/** Before its first creator came. */
const foundedDaysAgo = 62;

/** So many of them at a time: enough to keep the engine busy, few enough to stay within the client's time limits. */
const atOnce = 16;

const each = <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> =>
  forEachConcurrently(items, atOnce, work);

export async function writeBrand(story: BrandStory, seed: number, today: Date): Promise<void> {
  const chance = chanceOf(seed);
  const account = await writeAccount(story, daysBefore(today, foundedDaysAgo));
  const { brand } = account;
  const creations = createAll(story, brand, chance, today);
  await writeCreations(brand, creations);
  if (creations.affiliates.length === 0) return;
  await Promise.all([
    each(ordersOf({ brand, creations, now: today }, chance), (order) => writeOrder(order, account)),
    writeClicks(clicksOf(brand, creations, chance, today)),
  ]);
  await writePayouts(brand, creations);
}

/** So many of the first creators, who sell most, are paid; the next ones' payout is ready. */
const creatorsOfPayout = 2;

/** Payouts are of today: they go by the clock, as they do when people make them. */
async function writePayouts(brand: Brand, { affiliates }: Creations): Promise<void> {
  const outcomes = [{ status: 'paid' as const, reference: 'Bank transfer 1' }, undefined];
  for (const [nth, changes] of outcomes.entries()) {
    const at = now();
    const some = affiliates.slice(nth * creatorsOfPayout, (nth + 1) * creatorsOfPayout);
    const input = { affiliateIds: some.map(({ id }) => id) };
    const payout = await createPayoutOnce(newPayout(input, brand, singleAttempt(at)), singleAttempt(at));
    const ready = await advance(payout, afterSeconds(at, hours));
    if (changes === undefined || ready.commissionsCount === 0) continue;
    await advance(await decidePayout(brand.id, ready.id, changes, now()), afterSeconds(at, hours));
  }
}

/** A brand, and the user who looks after its commissions. */
interface Account {
  readonly brand: Brand;
  readonly approver: string;
}

async function writeAccount({ plan, name, currency, landingUrl }: BrandStory, at: Date): Promise<Account> {
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
    each(affiliates, (affiliate) => transact(addAffiliate(affiliate, brand))),
    each(campaigns, (campaign) => createCampaign(campaign, brand)),
  ]);
  await Promise.all([
    each(members, ({ campaign, affiliate, at }) =>
      transact(addMember(brand.id, campaign.id, affiliate.id, at)),
    ),
    each(discounts, (discount) => createDiscount(discount)),
  ]);
}

/** What has become of an order since, as the domains have it happen, at its time. */
function happen(event: Event, { brandId, id, commissionId }: Conversion, { brand, approver }: Account) {
  const { at } = event;
  if (event.kind === 'refunded') {
    const amount = event.amount === null ? {} : { amount: event.amount / minorPerMajor };
    return refundConversion(id, { refundId: `return-${id.slice(-6)}`, ...amount }, { brand, now: at });
  }
  if (commissionId === null) throw new Error(`Nobody earned with the order ${id}`);
  if (event.kind === 'rejected') return rejectCommission(brandId, commissionId, event.reason, at);
  return event.kind === 'approvedByHand'
    ? approveCommission(brandId, commissionId, approver, at)
    : approveIfDue(brandId, commissionId, at, at);
}

/** An order as the API records it, and what has become of it since. */
async function writeOrder({ at, click, input, events }: DemoOrder, account: Account): Promise<void> {
  const { brand } = account;
  if (click !== undefined) await record(click);
  const { conversion } = await recordConversion(input, brand, {}, { now: at, dryRun: false });
  for (const event of events) await happen(event, conversion, account);
}

/** One day's clicks after the other's: those of one day add to the same figures, so that there is less to fold. */
async function writeClicks(clicks: readonly Click[]): Promise<void> {
  const byDay = Map.groupBy(clicks, (click) => dayOf(new Date(recordedAt(click))));
  for (const ofDay of byDay.values()) await each(ofDay, record);
}
