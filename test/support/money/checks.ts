// Reads during a run. Each read must be consistent in itself, although orders change at the same time.
import type { Json } from '#test/support/json.ts';
import type { Send } from '#test/support/service.ts';
import type { ModelCreator } from './attribution.ts';
import type { Background } from './background.ts';
import { askOnce } from './scene.ts';
import type { World } from './world.ts';

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100));

/**
 * Whether a creator's earnings match its orders at any moment, with a tolerance of half a cent per order. Fixed earnings
 * depend on which orders were refunded in part, so here they only have bounds.
 */
function matchesOrders(read: Json, { override }: ModelCreator): boolean {
  const [earned, revenue] = [cents(read.commissionEarned), cents(read.totalRevenue)];
  const { type, value } = override ?? { type: 'fixed', value: revenue };
  const orders = BigInt(read.totalOrders);
  if (type === 'fixed') return earned >= 0n && earned <= value * orders && earned <= revenue;
  const difference = 10_000n * earned - value * revenue;
  const most = 5000n * orders;
  return -most <= difference && difference <= most;
}

/** Whether a payout that has been ready equals the sum of its lines. */
function equalsItsLines({ amount, commissionsCount, affiliatesCount, ...payout }: Json): boolean {
  const lines = payout.lines.filter(({ status }: Json) => status !== 'failed');
  const sumOf = (of: (line: Json) => bigint): bigint =>
    lines.reduce((sum: bigint, line: Json) => sum + of(line), 0n);
  return (
    sumOf((line) => cents(line.amount)) === cents(amount) &&
    sumOf((line) => BigInt(line.commissionsCount)) === BigInt(commissionsCount) &&
    lines.length === affiliatesCount
  );
}

const get = async (by: Send, { token }: World, path: string): Promise<Json> =>
  (await askOnce(by, token, { method: 'GET', path }, [200])).json;

/** Returns the data if they are inconsistent, and undefined otherwise. */
type Check = (by: Send, background: Background) => Promise<Json>;

const checkCreator: Check = async (by, { world, random }) => {
  const creator = random.pick(world.creators.filter(({ isStrict }) => isStrict));
  if (creator === undefined) throw new Error('There are no creators');
  const { data } = await get(by, world, `/affiliates/${creator.id}`);
  return matchesOrders(data, creator) ? undefined : data;
};

/** Reads the latest ready payout or a random one, with equal probability. */
const checkPayout: Check = async (by, { world, random, payouts }) => {
  if (payouts.length === 0) return undefined;
  const id = random.next() < 0.5 ? random.pick(payouts) : payouts.at(-1);
  let { data } = await get(by, world, `/payouts/${id}`);
  // The lines are read after the payout, so a line that fails in between needs another read.
  for (let again = 0; again < 3 && !equalsItsLines(data); again += 1)
    ({ data } = await get(by, world, `/payouts/${id}`));
  return equalsItsLines(data) ? undefined : data;
};

/** The total includes all orders recorded before the read, and none that began after it. */
const checkCounts: Check = async (by, { world }) => {
  const least = world.orders.filter(({ id }) => id !== '').length;
  const { total } = (await get(by, world, '/conversions?limit=1')).meta;
  const most = world.orders.length;
  return least <= total && total <= most ? undefined : { least, total, most };
};

export const checks: readonly Check[] = [checkCreator, checkPayout, checkCreator, checkCounts];
