// Writes one demo brand, with everything that it has.
import { addAffiliate, moveAffiliateSums } from '#lib/affiliates/store.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { createBrand } from '#lib/brands/store.ts';
import { createUser, listUsers } from '#lib/brands/users.ts';
import { addMember } from '#lib/campaigns/members.ts';
import { createCampaign, moveCampaignRevenue } from '#lib/campaigns/store.ts';
import { record } from '#lib/clicks/store.ts';
import { type Click, recordedAt } from '#lib/clicks/visit.ts';
import { isEarned, isOrder } from '#lib/commissions/rules.ts';
import type { Commission } from '#lib/commissions/schema.ts';
import { addCommission } from '#lib/commissions/store.ts';
import { createDiscount, moveDiscountSums } from '#lib/discounts/store.ts';
import { dayOf } from '#lib/shared/dates.ts';
import { transact, type Write } from '#lib/table/transaction.ts';
import { adminOf, demoPassword, memberOf } from './accounts.ts';
import { clicksOf } from './clicks.ts';
import { type Creations, createAll, daysBefore } from './creations.ts';
import { commissionsOf } from './orders.ts';
import { chanceOf } from './random.ts';
import type { BrandStory } from './stories.ts';

/** Before its first creator came. */
const foundedDaysAgo = 62;

/** So many of them at a time: enough to keep the engine busy, few enough to stay within the client's time limits. */
const atOnce = 16;

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export async function writeBrand(story: BrandStory, seed: number, now: Date): Promise<void> {
  const chance = chanceOf(seed);
  const { brand, approver } = await writeAccount(story, daysBefore(now, foundedDaysAgo));
  const creations = createAll(story, brand, chance, now);
  await writeCreations(brand, creations);
  if (creations.affiliates.length === 0) return;
  const commissions = commissionsOf({ brand, creations, approver, now }, chance);
  await Promise.all([
    each(commissions, (commission) => transact(writesOf(commission, creations))),
    writeClicks(clicksOf(brand, creations, chance, now)),
  ]);
}

async function writeAccount({ plan, name, currency, landingUrl }: BrandStory, at: Date) {
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

/** A commission, and what it adds to the sums of its creator, its campaign, and the code that it was ordered with. */
function writesOf(commission: Commission, { discounts }: Creations): readonly Write[] {
  const { brandId, affiliateId, campaignId, status, orderAmount, amount } = commission;
  const totalOrders = isOrder(status) ? 1 : 0;
  const totalRevenue = totalOrders * orderAmount;
  const commissionEarned = isEarned(status) ? amount : 0;
  const discount = discounts.find((candidate) => candidate.affiliateId === affiliateId);
  return [
    ...addCommission(commission),
    moveAffiliateSums(brandId, affiliateId, { totalRevenue, totalOrders, commissionEarned }),
    ...(campaignId === null ? [] : [moveCampaignRevenue(brandId, campaignId, totalRevenue)]),
    ...(discount === undefined
      ? []
      : [moveDiscountSums(brandId, discount.id, { usageCount: totalOrders, totalRevenue })]),
  ];
}

/** One day's clicks after the other's: those of one day add to the same figures, so that there is less to fold. */
async function writeClicks(clicks: readonly Click[]): Promise<void> {
  const byDay = Map.groupBy(clicks, (click) => dayOf(new Date(recordedAt(click))));
  for (const ofDay of byDay.values()) await each(ofDay, record);
}
