// Writes a brand with a year of clicks, orders, decisions and payouts, in the order in which they would have happened.
import {
  type Account,
  applyEvent,
  forEachItem,
  recordOrder,
  writeAccount,
  writeCreations,
  writePayout,
} from '#infra/local/demo/brand.ts';
import { createClicks } from '#infra/local/demo/clicks.ts';
import { createDemoItems, daysBefore } from '#infra/local/demo/creations.ts';
import { createOrders, type DemoOrder } from '#infra/local/demo/orders.ts';
import { newRandom } from '#infra/local/demo/random.ts';
import { addMonths } from '#lib/foundation/shared/dates.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { writeClicksOfYear } from './clicks.ts';
import { writeConnection } from './connection.ts';
import { writeDisputes } from './disputes.ts';
import { writeLook } from './look.ts';
import { planYear } from './orders.ts';
import { writePaymentDetails } from './payment.ts';
import { seasonalTimes } from './season.ts';
import { daysOfYear, yearBrand } from './year-brand.ts';

const seed = 2026;
const clicksPerDay = 9;
const ordersPerDay = 0.65;
const payouts = 12;

export async function writeYear(now: Date): Promise<void> {
  const random = newRandom(seed);
  const demoBrand = yearBrand(now);
  const brandAt = daysBefore(now, demoBrand.ages.brand);
  const account = await writeAccount(demoBrand, brandAt);
  const { brand } = account;
  const creations = createDemoItems(demoBrand, brand, random, now);
  await writeCreations(brand, creations);
  await writePaymentDetails(brand, creations.affiliates, brandAt);
  const timesOf = (perDay: number) => seasonalTimes({ now, days: daysOfYear, perDay }, random);
  const clicks = createClicks(brand, creations, random, { times: timesOf(clicksPerDay), now });
  await writeClicksOfYear(clicks, brand, now);
  const planned = planYear(timesOf(ordersPerDay), brand, now, random);
  const orders = createOrders({ brand, creations }, random, planned);
  const conversions = await writeHistory(orders, account, now);
  await writeDisputes(conversions, account, now);
  await writeConnection(brand, conversions, now);
  await writeLook(brand.id, now);
}

/** Lives through the months: orders, what became of earlier ones, and a payout at the end of each month. */
async function writeHistory(orders: readonly DemoOrder[], account: Account, now: Date) {
  const { brand } = account;
  const conversions = new Map<DemoOrder, Conversion>();
  const events = orders.flatMap((order) => order.events.map((event) => ({ order, event })));
  let from = new Date(0);
  for (let month = payouts - 1; month >= 0; month -= 1) {
    const until = addMonths(now, -month);
    const isIn = (at: Date): boolean => at > from && at <= until;
    const ofMonth = orders.filter(({ at }) => isIn(at));
    await forEachItem(ofMonth, async (order) => conversions.set(order, await recordOrder(order, brand)));
    await forEachItem(
      events.filter(({ event }) => isIn(event.at)),
      async ({ order, event }) => {
        const conversion = conversions.get(order);
        if (conversion !== undefined) await applyEvent(event, conversion, account);
      },
    );
    await writePayout({}, brand, until, month > 0 ? `Bank transfer ${payouts - month}` : undefined);
    from = until;
  }
  return [...conversions.values()];
}
