// What is asked for three times in random order, of several processes of the service, through a proxy that lets calls of the
// table fail by seed, is done once: held against what was asked for. `npm run test:money` does so with more seeds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aFewAtATime } from '#test/support/at-once.ts';
import { chanceFor, delivered } from '#test/support/chance.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  createCampaign,
  createDiscount,
  discountDefinition,
  invite,
  unusedEmail,
} from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { walk } from '#test/support/lists.ts';
import { type FaultKind, faultKinds, type Rates, seededFaults } from '#test/support/seeded-faults.ts';
import { startSeededProxy } from '#test/support/seeded-proxy.ts';
import { createBrand, type Send, send } from '#test/support/service.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';
import { byWorkers } from '#test/support/workers.ts';

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => 20260301 + index);
const processes = 4;
const deliveries = 3;

const rates: Rates = {
  throttled: 0.03,
  internal: 0.03,
  conflict: 0.06,
  away: 0.03,
  lost: 0.05,
  late: 0.03,
  hung: 0.01,
  unprocessed: 0.03,
};

describe('faults by seed', () => {
  const fatesOf = (seed: number, operations: readonly string[]) => {
    const { decide } = seededFaults(seed, rates);
    return operations.map((operation) => ({ operation, fault: decide({ operation, body: '' }) }));
  };
  const operations = Array.from({ length: 2000 }, (_, index) =>
    index % 3 === 0 ? 'BatchGetItem' : 'TransactWriteItems',
  );

  test('a call’s fate is told by the seed and its place among the calls of its operation', () => {
    const only = (operation: string, fates: ReturnType<typeof fatesOf>) =>
      fates.filter((fate) => fate.operation === operation).map(({ fault }) => fault);
    const mixed = fatesOf(7, operations);
    const sorted = fatesOf(7, operations.toSorted());
    for (const operation of ['BatchGetItem', 'TransactWriteItems'])
      expect(only(operation, mixed)).toEqual(only(operation, sorted));
    expect(fatesOf(8, operations)).not.toEqual(mixed);
  });

  test('as many calls fail in each way as it is likely, and all are counted', () => {
    const { decide, counts } = seededFaults(7, rates);
    const failed = operations.filter((operation) => decide({ operation, body: '' }) !== undefined);
    const { calls, faults } = counts();
    expect(calls).toEqual({ BatchGetItem: 667, TransactWriteItems: 1333 });
    expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBe(failed.length);
    for (const kind of faultKinds) {
      const met = { conflict: 1333, unprocessed: 667 }[kind as string] ?? 2000;
      const expected = met * (rates[kind] ?? 0);
      expect([kind, Math.abs((faults[kind] ?? 0) - expected) < 3 * Math.sqrt(expected)]).toEqual([
        kind,
        true,
      ]);
    }
  });

  test('where nothing is likely to fail, nothing does', () => {
    const { decide } = seededFaults(7, {});
    expect(operations.every((operation) => decide({ operation, body: '' }) === undefined)).toBe(true);
  });
});

/** Something that is asked for: how it is answered when it has not been done yet, and when it has. */
interface Task {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly statuses: readonly [first: number, again: number];
}

const half = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, items.length / 2);
const idsIn = (items: readonly Json[]): readonly string[] => items.map(({ id }) => id);
const found = async (token: string, path: string, query = {}) => {
  const pages = await walk(token, path, query);
  return { items: pages.flatMap(({ items }) => items), total: pages[0]?.total };
};

/** A brand with something of everything, and what is asked for about it. */
async function setting(seed: number) {
  const chance = chanceFor(seed, 'tasks');
  const { admin: token, brand } = await createBrand('scale');
  const creators: Json[] = await aFewAtATime(12, () => invite(token));
  const campaigns: Json[] = await aFewAtATime(4, () => createCampaign(token, { status: 'active' }));
  const drafts: Json[] = await aFewAtATime(12, () => createCampaign(token));
  const discounts: Json[] = await aFewAtATime(12, (index) => createDiscount(token, creators[index].id));
  const commissions = await aFewAtATime(12, (index) =>
    createCommission({ brandId: brand.id, affiliateId: creators[index].id }),
  );
  const joins = creators.map(({ id }) => ({ id, campaign: chance.pick(campaigns)?.id }));
  const invitations = Array.from({ length: 16 }, () => ({
    email: unusedEmail(),
    campaignIds: idsIn(campaigns).filter(() => chance.next() < 0.5),
  }));
  const bulks = Array.from({ length: 6 }, () =>
    Array.from({ length: 8 }, () => discountDefinition(chance.pick(creators).id)),
  );
  const tasks: readonly Task[] = [
    ...invitations.map(
      (body): Task => ({ method: 'POST', path: '/affiliates/invite', body, statuses: [201, 409] }),
    ),
    ...bulks.map(
      (many): Task => ({
        method: 'POST',
        path: '/discounts/bulk',
        body: { discounts: many },
        statuses: [200, 200],
      }),
    ),
    ...joins.map(
      ({ id, campaign }): Task => ({
        method: 'PUT',
        path: `/campaigns/${campaign}/affiliates/${id}`,
        statuses: [204, 204],
      }),
    ),
    ...half(creators).map(
      ({ id }): Task => ({
        method: 'PATCH',
        path: `/affiliates/${id}`,
        body: { status: 'banned' },
        statuses: [200, 200],
      }),
    ),
    ...half(discounts).map(
      ({ id }): Task => ({ method: 'DELETE', path: `/discounts/${id}`, statuses: [204, 404] }),
    ),
    ...half(drafts).map(
      ({ id }): Task => ({ method: 'DELETE', path: `/campaigns/${id}`, statuses: [204, 404] }),
    ),
    ...half(commissions).map(
      ({ id }): Task => ({
        method: 'PATCH',
        path: `/commissions/${id}/approve`,
        statuses: [200, 200],
      }),
    ),
    ...creators.slice(6).map(
      ({ trackingCode }): Task => ({
        method: 'POST',
        path: `/tracking/ref/${trackingCode}`,
        body: { visitorId: 'the only one' },
        statuses: [201, 200],
      }),
    ),
  ];
  return { token, creators, campaigns, drafts, discounts, commissions, joins, invitations, bulks, tasks };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** Asks until it is answered; the service says that it is busy as often as it likes. */
async function insist(by: Send, { method, path, body }: Task, token: string) {
  for (;;) {
    const answer = await by(method, path, { token, body });
    if (answer.status !== 503) return answer;
  }
}

/** Holds everything that can be read of the brand against what was asked for. */
async function expectDoneOnce(given: Setting): Promise<void> {
  const { token, creators, campaigns, drafts, discounts, commissions, joins, invitations, bulks } = given;
  const affiliates = await found(token, '/affiliates');
  const emails = [...creators, ...invitations].map(({ email }) => email);
  expect(affiliates.items.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  expect(affiliates.total).toBe(emails.length);
  const banned = await found(token, '/affiliates', { status: 'banned' });
  expect(idsIn(banned.items).toSorted()).toEqual(idsIn(half(creators)).toSorted());
  expect(banned.total).toBe(banned.items.length);

  const left = await found(token, '/campaigns');
  const kept = [...campaigns, ...drafts.slice(drafts.length / 2)];
  expect(idsIn(left.items).toSorted()).toEqual(idsIn(kept).toSorted());
  expect(left.total).toBe(kept.length);
  for (const { id, creatorsCount } of left.items.filter((campaign) => campaign.status === 'active')) {
    const members = await found(token, `/campaigns/${id}/affiliates`);
    const expected =
      joins.filter(({ campaign }) => campaign === id).length +
      invitations.filter(({ campaignIds }) => campaignIds.includes(id)).length;
    expect([members.items.length, members.total, creatorsCount]).toEqual([expected, expected, expected]);
  }

  const codes = [...discounts.slice(discounts.length / 2), ...bulks.flat()];
  const there = await found(token, '/discounts');
  expect(there.items.map(({ code }) => code).toSorted()).toEqual(codes.map(({ code }) => code).toSorted());
  expect(there.total).toBe(codes.length);
  for (const { id } of creators) {
    const ofCreator = codes.filter(({ affiliateId }) => affiliateId === id).length;
    const listed = await found(token, '/discounts', { affiliateId: id });
    expect([listed.items.length, listed.total]).toEqual([ofCreator, ofCreator]);
  }

  const approved = await found(token, '/commissions', { status: 'approved' });
  expect(idsIn(approved.items).toSorted()).toEqual(idsIn(half(commissions)).toSorted());
  expect(approved.total).toBe(approved.items.length);
  expect((await found(token, '/commissions', { status: 'pending' })).total).toBe(commissions.length / 2);

  const { creators: places, campaigns: running } = (await send('GET', '/billing/usage', { token })).json.data;
  expect([places.used, running.used]).toEqual([emails.length - creators.length / 2, kept.length]);
  for (const { id } of creators.slice(6)) {
    const counted = (await clicksOf(id)).filter(({ reason }) => reason === null);
    expect(counted).toHaveLength(1);
  }
}

/** What the table has failed in, over all seeds. */
const met = new Set<FaultKind>();

describe.each(seeds)('with seed %i', (seed) => {
  let given: Setting;
  let workers: readonly ServiceProcess[];
  let proxy: Awaited<ReturnType<typeof startSeededProxy>>;

  beforeAll(async () => {
    given = await setting(seed);
    proxy = await startSeededProxy({ engine: process.env.DYNAMODB_ENDPOINT ?? '', seed, rates });
    // What hangs is waited for no longer than it would be in production.
    const environment = { DYNAMODB_PATIENCE: '1' };
    workers = await Promise.all(
      Array.from({ length: processes }, () => startServiceProcess({ endpoint: proxy.endpoint, environment })),
    );
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await proxy.stop();
  });

  test('everything is done once, though it comes three times and the table fails in every way it can', async () => {
    const { token, tasks } = given;
    const firsts = new Map<Task, number>();
    const order = delivered(tasks, deliveries, chanceFor(seed, 'deliveries'));
    await byWorkers(workers, order, async (task, worker) => {
      const { status, text } = await insist(worker.send, task, token);
      const [first, again] = task.statuses;
      expect([first, again], `${task.method} ${task.path} ${text}`).toContain(status);
      if (first !== again && status === first) firsts.set(task, (firsts.get(task) ?? 0) + 1);
    });
    // One that is told that it was done by its request is the only one who is.
    for (const [task, times] of firsts) expect([task.path, times]).toEqual([task.path, 1]);
    const { calls, faults } = await proxy.counts();
    await expectDoneOnce(given);
    process.stdout.write(`${JSON.stringify({ seed, deliveries: order.length, calls, faults })}\n`);
    for (const kind of faultKinds) if (faults[kind] !== undefined) met.add(kind);
  });
});

test('the table has failed in every way it can', () => {
  expect(met).toEqual(new Set(faultKinds));
});
