import { beforeAll, describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { keys, statusPartition } from '#lib/foundation/table/keys/keys.ts';
import type { AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { dataOf } from '#test/support/answers.ts';
import { invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

/** The updates that bring an invited creator to each status. */
const statusPaths = {
  invited: [],
  active: ['active'],
  paused: ['active', 'paused'],
  banned: ['banned'],
  declined: ['declined'],
  applied: [],
} as const satisfies Record<AffiliateStatus, readonly AffiliateStatus[]>;

async function createCreator(status: AffiliateStatus) {
  if (status !== 'applied' && status !== 'declined') return invite(acme.admin);
  const { affiliate } = await createPortalCreator(acme.brand, { status: 'applied' });
  return dataOf(send('GET', `/affiliates/${affiliate.id}`, { token: acme.admin }));
}

const hasPlace = (status: AffiliateStatus): boolean => !['banned', 'applied', 'declined'].includes(status);

async function creatorWithStatus(status: AffiliateStatus) {
  let creator = await createCreator(status);
  for (const next of statusPaths[status]) {
    creator = await patch(acme.admin, `/affiliates/${creator.id}`, { status: next });
  }
  return creator;
}

/** Every transition, and the roles that may make it. */
const transitions: readonly (readonly [AffiliateStatus, AffiliateStatus, 'both' | 'admin' | 'nobody'])[] = [
  ['invited', 'applied', 'nobody'],
  ['invited', 'declined', 'nobody'],
  ['active', 'applied', 'nobody'],
  ['active', 'declined', 'nobody'],
  ['paused', 'applied', 'nobody'],
  ['paused', 'declined', 'nobody'],
  ['banned', 'applied', 'nobody'],
  ['banned', 'declined', 'nobody'],
  ['applied', 'invited', 'nobody'],
  ['applied', 'active', 'both'],
  ['applied', 'paused', 'nobody'],
  ['applied', 'banned', 'both'],
  ['applied', 'applied', 'both'],
  ['applied', 'declined', 'both'],
  ['declined', 'invited', 'nobody'],
  ['declined', 'active', 'both'],
  ['declined', 'paused', 'nobody'],
  ['declined', 'banned', 'both'],
  ['declined', 'applied', 'nobody'],
  ['declined', 'declined', 'both'],
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

describe.each(['admin', 'member'] as const)('PATCH /v1/affiliates/{id} for the role %s', (role) => {
  test.each(transitions.filter(([from, to, roles]) => from !== to && (roles === 'both' || roles === role)))(
    'changes the status from %s to %s',
    async (from, to) => {
      const creator = await creatorWithStatus(from);
      const before: Record<string, number> = await counts();
      const answer = await send('PATCH', `/affiliates/${creator.id}`, {
        token: acme[role],
        body: { status: to },
      });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ data: { ...creator, status: to } });
      const stored = await getItem(keys.item(acme.brand.id, 'affiliate', creator.id));
      expect(stored).toMatchObject({ status: to, byStatus: statusPartition(acme.brand.id, 'affiliate', to) });
      const trackingCodeItem = await getItem(keys.trackingCode(creator.trackingCode.toLowerCase()));
      expect(trackingCodeItem).toMatchObject({ status: to });
      const usedSlots = Number(hasPlace(to)) - Number(hasPlace(from));
      expect(await counts()).toEqual({
        ...before,
        [from]: Number(before[from]) - 1,
        [to]: Number(before[to] ?? 0) + 1,
        used: Number(before.used) + usedSlots,
      });
    },
  );

  test.each(transitions.filter(([from, to]) => from === to))(
    'returns 200 and writes nothing when the status is already %s',
    async (from, to) => {
      const creator = await creatorWithStatus(from);
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

  test.each(transitions.filter(([, , roles]) => roles === 'nobody'))(
    'returns 409 and writes nothing for a status change from %s to %s',
    async (from, to) => {
      const creator = await creatorWithStatus(from);
      const before = await allItems();
      expectError(
        await send('PATCH', `/affiliates/${creator.id}`, { token: acme[role], body: { status: to } }),
        errorBody(409, `A creator that is ${from} cannot become ${to}`),
      );
      expect(await allItems()).toEqual(before);
    },
  );
});

describe('PATCH /v1/affiliates/{id} for a banned creator', () => {
  test('returns 403 and writes nothing when a user with the role member lifts the ban', async () => {
    const { id } = await creatorWithStatus('banned');
    const before = await allItems();
    expectError(
      await send('PATCH', `/affiliates/${id}`, { token: acme.member, body: { status: 'active' } }),
      errorBody(403, 'Your role does not allow this action'),
    );
    expect(await allItems()).toEqual(before);
  });

  test('writes no field when a user with the role member lifts the ban and changes the name in one request', async () => {
    const { id } = await creatorWithStatus('banned');
    const before = await allItems();
    const body = { status: 'active', name: 'Mallory' };
    expect((await send('PATCH', `/affiliates/${id}`, { token: acme.member, body })).status).toBe(403);
    expect(await allItems()).toEqual(before);
  });

  test('allows a user with the role member to change the name', async () => {
    const { id } = await creatorWithStatus('banned');
    const changed = await patch(acme.member, `/affiliates/${id}`, { name: 'Mallory', status: 'banned' });
    expect(changed).toMatchObject({ name: 'Mallory', status: 'banned' });
  });
});
