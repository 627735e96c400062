// Tests that an order id is recorded once while the lists of its brand become spread, and the command that spreads them.
import { describe, expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { spreadDelaySeconds } from '#lib/brands/rules/list-spread.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { getBrand } from '#lib/brands/store/lookup.ts';
import { prepareConversion, readReferencedItems } from '#lib/conversions/store/record.ts';
import { addSeconds } from '#lib/shared/dates.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { orderKeys } from '#lib/table/keys/order-keys.ts';
import { markOf } from '#lib/table/keys/spread.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite } from '#lib/table/writes/write.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, inviteActive, recordOrder } from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { sendOrder, sendOrders } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const start = '2026-03-01T12:00:00.000Z';

/** The seconds after the command at which requests behave differently: it is announced, it took effect, it is complete. */
const moments = [0, 1, spreadDelaySeconds, 2 * spreadDelaySeconds];

const spreadLists = (brandId: string, partitions = 8) =>
  operatorJson('brand', 'spread-lists', brandId, '--partitions', String(partitions));

describe('POST /v1/conversions during a change of the number of partitions', () => {
  test('an order id that was recorded before the lists became spread is found at each moment of the change', async () => {
    const clock = fakeClock(start);
    const { admin: token, brand } = await createBrand('scale');
    const items = [{ sku: 'shirt', quantity: 2 }];
    const order = { orderId: 'order-1', amount: 100, items };
    const { id } = await recordOrder(token, order);
    await spreadLists(brand.id);
    for (const seconds of moments) {
      clock.set(addSeconds(new Date(start), seconds));
      const repeated = await sendOrder(token, order);
      expect([repeated.status, repeated.json.data.id], String(seconds)).toEqual([200, id]);
      expect((await sendOrder(token, { ...order, amount: 99 })).json.code).toBe('order_id_reused');
      const inBulk = await sendOrders(token, [order]);
      expect(inBulk.json.data[0]).toMatchObject({ status: 'existing', conversion: { id } });
      const dryRun = await sendOrder(token, order, '?dryRun=true');
      expect([dryRun.status, dryRun.json.data.id]).toEqual([200, id]);
      expect(idsOf((await readPage(token, '/conversions', { orderId: 'order-1' })).items)).toEqual([id]);
      expect((await send('GET', `/conversions/${id}`, { token })).json.data.items).toEqual(items);
    }
    expect((await readPage(token, '/conversions')).total).toBe(1);
  });

  test('an order id that was recorded during the change is found later, wherever its claim is', async () => {
    const clock = fakeClock(start);
    const { admin: token, brand } = await createBrand('scale');
    await spreadLists(brand.id);
    const recorded = new Map<string, string>();
    for (const [nth, seconds] of moments.entries()) {
      clock.set(addSeconds(new Date(start), seconds));
      const orderId = `order-${nth}`;
      recorded.set(orderId, (await recordOrder(token, { orderId, amount: 10 })).id);
      for (const [known, id] of recorded) {
        const { status, json } = await sendOrder(token, { orderId: known, amount: 10 });
        expect([status, json.data.id]).toEqual([200, id]);
        expect(idsOf((await readPage(token, '/conversions', { orderId: known })).items)).toEqual([id]);
      }
    }
    expect([...recorded.values()].map((id) => markOf(id) !== '')).toEqual([false, false, true, true]);
    const claims = [...recorded.keys()].map(async (orderId) => {
      const found = await Promise.all(
        [keys.order(brand.id, orderId), orderKeys.spreadOrder(brand.id, orderId)].map((key) => getItem(key)),
      );
      return found.map((claim) => claim !== undefined);
    });
    expect(await Promise.all(claims)).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect((await auditBrand(brand.id)).differences).toEqual([]);
  });

  test('an order is recorded once when two requests at different moments of the change both found its id unused', async () => {
    const { brand: before } = await createBrand('scale');
    await spreadLists(before.id);
    const after = await getBrand(before.id);
    const from = new Date(after.listSpread?.from ?? '');
    /** A request that begins at this time, with the brand as it was before or after the command. */
    const prepare = async (orderId: string, brand: Brand, now: Date) => {
      const order = { orderId, amount: 10 };
      return prepareConversion(order, { brand, now }, await readReferencedItems(order, brand.id));
    };
    const unaware = (orderId: string) => prepare(orderId, before, addSeconds(from, -1));
    const announced = (orderId: string) => prepare(orderId, after, addSeconds(from, -1));
    const spread = (orderId: string) => prepare(orderId, after, addSeconds(from, 1));
    const pairs = [
      [unaware, announced],
      [announced, spread],
      [unaware, unaware],
      [spread, spread],
    ] as const;
    for (const [nth, pair] of [...pairs, ...pairs.map(([one, other]) => [other, one] as const)].entries()) {
      const orderId = `order-${nth}`;
      const [first, second] = await Promise.all(pair.map((request) => request(orderId)));
      await transact(first?.writes ?? []);
      const refused = await transact(second?.writes ?? []).catch((error: unknown) => error);
      expect(isStaleWrite(refused), orderId).toBe(true);
    }
    expect((await auditBrand(before.id)).differences).toEqual([]);
  });

  test('an order is recorded once when it is sent concurrently while the lists become spread', async () => {
    const clock = fakeClock(start);
    const { admin: token, brand } = await createBrand('scale');
    const { trackingCode } = await inviteActive(token);
    const rounds = 8;
    const ordersPerRound = 6;
    for (let round = 0; round < rounds; round += 1) {
      if (round === 2) await spreadLists(brand.id);
      clock.advance(60);
      const answers = await runConcurrently(4 * ordersPerRound, (nth) => {
        // The clock passes the moment of the change while requests are in progress.
        if (nth === 2 * ordersPerRound) clock.advance(1);
        const orderId = `order-${round}-${nth % ordersPerRound}`;
        return sendOrder(token, { orderId, amount: 10, trackingCode });
      });
      expect(countByStatus(answers)).toEqual({ 200: 3 * ordersPerRound, 201: ordersPerRound });
    }
    const items = (await walk(token, '/conversions', { limit: 10 })).flatMap((page) => page.items);
    const orderIds = items.map(({ orderId }) => orderId);
    expect([orderIds.length, new Set(orderIds).size]).toEqual([rounds * ordersPerRound, orderIds.length]);
    const marked = items.filter(({ id }) => markOf(id) !== '').length;
    expect([marked > 0, marked < items.length]).toEqual([true, true]);
    expect((await auditBrand(brand.id)).differences).toEqual([]);
  });
});

describe('operator brand spread-lists', () => {
  test('says when it takes effect, and is in `brand show` and in the audit trail of the brand', async () => {
    fakeClock(start);
    const { admin: token, brand } = await createBrand('scale');
    const from = '2026-03-01T12:02:00.000Z';
    expect(await spreadLists(brand.id)).toEqual({
      ...{ id: brand.id, name: brand.name },
      ...{ partitions: 8, before: 1, from },
    });
    const { stdout } = await operator(['brand', 'show', brand.id]);
    expect(stdout).toMatch(`list partitions`);
    expect(stdout).toMatch(`8 (1 before ${from})`);
    await recordAllEvents();
    const entries = await followTrail(token);
    expect(JSON.stringify(entries)).toContain('brand spread-lists');
  });

  test('refuses fewer partitions, a change during another one, and a test twin', async () => {
    const clock = fakeClock(start);
    const { admin: token, brand } = await createBrand('scale');
    await spreadLists(brand.id, 8);
    const failureOf = async (id: string, partitions: string) => {
      const { exitCode, stderr } = await operator(['brand', 'spread-lists', id, '--partitions', partitions]);
      expect(exitCode).not.toBe(0);
      return stderr;
    };
    expect(await failureOf(brand.id, '16')).toContain('repeat this after 2026-03-01T12:04:00.000Z');
    expect(await failureOf(brand.id, '12')).toContain('2, 4, 8, 16 or 32');
    clock.advance(2 * spreadDelaySeconds);
    expect(await failureOf(brand.id, '4')).toContain('the number can only grow');
    await spreadLists(brand.id, 16);
    const { key } = await createApiKey(token, { mode: 'test' });
    const twinOrder = await recordOrder(key);
    expect(markOf(twinOrder.id)).toBe('');
  });
});

test('orders with marks of 8 and of 16 partitions are in one list, and their ids are recognized', async () => {
  const clock = fakeClock(start, 5);
  const { admin: token, brand } = await createBrand('scale');
  const ids: string[] = [];
  for (const partitions of [8, 16]) {
    await spreadLists(brand.id, partitions);
    for (const seconds of [spreadDelaySeconds, spreadDelaySeconds]) {
      clock.advance(seconds);
      for (let nth = 0; nth < 6; nth += 1)
        ids.push((await recordOrder(token, { orderId: `o-${ids.length}`, amount: 10 })).id);
    }
  }
  const { items, total } = await readPage(token, '/conversions', { limit: 100 });
  expect([idsOf(items), total]).toEqual([ids.toReversed(), 24]);
  for (const [nth, id] of ids.entries()) {
    const { status, json } = await sendOrder(token, { orderId: `o-${nth}`, amount: 10 });
    expect([status, json.data.id]).toEqual([200, id]);
  }
  expect((await auditBrand(brand.id, 2)).differences).toEqual([]);
});
