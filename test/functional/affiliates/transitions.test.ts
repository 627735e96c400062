import { beforeAll, describe, expect, test } from 'vitest';
import type { AffiliateStatus } from '#lib/affiliates/schema.ts';
import { getItem } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { keys, withStatus } from '#lib/table/keys/keys.ts';
import { invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

/** The ways by which a creator comes to each status. */
const ways = {
  invited: [],
  active: ['active'],
  paused: ['active', 'paused'],
  banned: ['banned'],
} as const satisfies Record<AffiliateStatus, readonly AffiliateStatus[]>;

async function creatorThatIs(status: AffiliateStatus) {
  let creator = await invite(acme.admin);
  for (const next of ways[status]) {
    creator = await patch(acme.admin, `/affiliates/${creator.id}`, { status: next });
  }
  return creator;
}

/** Every pair of statuses, as the page of decisions has it: who may, or that no one may. */
const matrix: readonly (readonly [AffiliateStatus, AffiliateStatus, 'both' | 'admin' | 'nobody'])[] = [
  ['invited', 'invited', 'both'],
  ['invited', 'active', 'both'],
  ['invited', 'paused', 'nobody'],
  ['invited', 'banned', 'both'],
  ['active', 'invited', 'nobody'],
  ['active', 'active', 'both'],
  ['active', 'paused', 'both'],
  ['active', 'banned', 'both'],
  ['paused', 'invited', 'nobody'],
  ['paused', 'active', 'both'],
  ['paused', 'paused', 'both'],
  ['paused', 'banned', 'both'],
  ['banned', 'invited', 'nobody'],
  ['banned', 'active', 'admin'],
  ['banned', 'paused', 'nobody'],
  ['banned', 'banned', 'both'],
];

const statuses: readonly AffiliateStatus[] = ['invited', 'active', 'paused', 'banned'];
const counts = async () => ({
  used: 0,
  ...Object.fromEntries(statuses.map((status) => [status, 0])),
  ...(await readCounter(acme.brand.id, 'affiliates')),
});

describe.each(['admin', 'member'] as const)('a creator, changed by a brand’s %s,', (role) => {
  test.each(matrix.filter(([from, to, who]) => from !== to && (who === 'both' || who === role)))(
    'goes from %s to %s',
    async (from, to) => {
      const creator = await creatorThatIs(from);
      const before: Record<string, number> = await counts();
      const answer = await send('PATCH', `/affiliates/${creator.id}`, {
        token: acme[role],
        body: { status: to },
      });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ data: { ...creator, status: to } });
      const stored = await getItem(keys.item(acme.brand.id, 'affiliate', creator.id));
      expect(stored).toMatchObject({ status: to, byStatus: withStatus(acme.brand.id, 'affiliate', to) });
      const target = await getItem(keys.trackingCode(creator.trackingCode.toLowerCase()));
      expect(target).toMatchObject({ status: to });
      const places = Number(to !== 'banned') - Number(from !== 'banned');
      expect(await counts()).toEqual({
        ...before,
        [from]: Number(before[from]) - 1,
        [to]: Number(before[to]) + 1,
        used: Number(before.used) + places,
      });
    },
  );

  test.each(matrix.filter(([from, to]) => from === to))(
    'stays %s when it is to become %s: 200, and nothing is written',
    async (from, to) => {
      const creator = await creatorThatIs(from);
      const before = await allItems();
      const answer = await send('PATCH', `/affiliates/${creator.id}`, {
        token: acme[role],
        body: { status: to },
      });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ data: creator });
      expect(await allItems()).toEqual(before);
    },
  );

  test.each(matrix.filter(([, , who]) => who === 'nobody'))(
    'cannot go from %s to %s: 409, and nothing is written',
    async (from, to) => {
      const creator = await creatorThatIs(from);
      const before = await allItems();
      expectRefusal(
        await send('PATCH', `/affiliates/${creator.id}`, { token: acme[role], body: { status: to } }),
        refusal(409, `A creator that is ${from} cannot become ${to}`),
      );
      expect(await allItems()).toEqual(before);
    },
  );
});

describe('lifting a ban', () => {
  test('is refused to a member: 403, and nothing is written', async () => {
    const { id } = await creatorThatIs('banned');
    const before = await allItems();
    expectRefusal(
      await send('PATCH', `/affiliates/${id}`, { token: acme.member, body: { status: 'active' } }),
      refusal(403, 'Your role does not allow this action'),
    );
    expect(await allItems()).toEqual(before);
  });

  test('does not come in through another change: none of it is written', async () => {
    const { id } = await creatorThatIs('banned');
    const before = await allItems();
    const body = { status: 'active', name: 'Mallory' };
    expect((await send('PATCH', `/affiliates/${id}`, { token: acme.member, body })).status).toBe(403);
    expect(await allItems()).toEqual(before);
  });

  test('is not needed to change a banned creator’s name, which a member may', async () => {
    const { id } = await creatorThatIs('banned');
    const changed = await patch(acme.member, `/affiliates/${id}`, { name: 'Mallory', status: 'banned' });
    expect(changed).toMatchObject({ name: 'Mallory', status: 'banned' });
  });
});
