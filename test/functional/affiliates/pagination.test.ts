// Property tests of pagination while the list changes: each item that exists throughout appears exactly once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { idsOf, walk } from '#test/support/lists.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

/** A change between two pages. `position` selects one of the present items, modulo their number. */
type Change = { readonly kind: 'add' } | { readonly kind: 'delete'; readonly position: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: 'add' as const }),
  fc.record({ kind: fc.constant('delete' as const), position: fc.nat(50) }),
);

const plan = fc.record({
  initialCount: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 5 }),
  changesBetweenPages: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
});

interface Collection {
  readonly path: string;
  readonly add: () => Promise<{ id: string }>;
}

/** Reads all pages of a collection while it changes, and records which items existed and which were listed. */
async function paginateWhileChanging(
  token: string,
  { path, add }: Collection,
  {
    initialCount,
    limit,
    changesBetweenPages,
  }: { initialCount: number; limit: number; changesBetweenPages: readonly (readonly Change[])[] },
) {
  const present: string[] = [];
  const everPresent = new Set<string>();
  const addOne = async () => {
    const { id } = await add();
    present.push(id);
    everPresent.add(id);
  };
  for (let count = 0; count < initialCount; count += 1) await addOne();
  const alwaysPresent = new Set(present);
  const deleteOne = async (position: number) => {
    const [id] = present.splice(position % Math.max(present.length, 1), 1);
    if (id === undefined) return;
    alwaysPresent.delete(id);
    expect((await send('DELETE', `${path}/${id}`, { token })).status).toBe(204);
  };
  const steps = [...changesBetweenPages];
  const pages = await walk(token, path, { limit }, async () => {
    for (const step of steps.shift() ?? []) {
      await (step.kind === 'add' ? addOne() : deleteOne(step.position));
    }
  });
  const listed = idsOf(pages.flatMap(({ items }) => items));
  return { pages, listed, alwaysPresent: [...alwaysPresent], everPresent };
}

/** Runs first in every test, so that each test reads several pages of items that stay. */
const example = {
  initialCount: 12,
  limit: 4,
  changesBetweenPages: [[{ kind: 'add' as const }], [{ kind: 'delete' as const, position: 0 }]],
};

async function expectEachItemOnce(collectionOf: (token: string) => Promise<Collection>): Promise<void> {
  let stayed = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      const { admin } = await createBrand();
      const collection = await collectionOf(admin);
      const { pages, listed, alwaysPresent, everPresent } = await paginateWhileChanging(
        admin,
        collection,
        steps,
      );
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed).toEqual(expect.arrayContaining(alwaysPresent));
      expect(listed.every((id) => everPresent.has(id))).toBe(true);
      for (const { items } of pages) expect(items.length).toBeLessThanOrEqual(steps.limit);
      if (pages.length > 2) stayed += alwaysPresent.length;
    }),
    { numRuns: sized(4, 12), examples: [[example]] },
  );
  expect(stayed).toBeGreaterThan(0);
}

test('GET /v1/campaigns lists each campaign once across its pages while other campaigns are created and deleted', async () => {
  await expectEachItemOnce(async (token) => ({ path: '/campaigns', add: () => createCampaign(token) }));
});

test('GET /v1/discounts lists each discount code once across its pages while other codes are created and deleted', async () => {
  await expectEachItemOnce(async (token) => {
    const affiliate = await invite(token);
    return { path: '/discounts', add: () => createDiscount(token, affiliate.id) };
  });
});

test('GET /v1/affiliates with a status filter lists each creator once across its pages while other creators change status', async () => {
  const updates = fc.array(fc.record({ position: fc.nat(11), to: fc.constantFrom('active', 'paused') }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(updates, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
      const { admin } = await createBrand();
      const status = new Map<string, AffiliateStatus>();
      const changeStatus = async (id: string, to: AffiliateStatus) => {
        await send('PATCH', `/affiliates/${id}`, { token: admin, body: { status: to } });
        status.set(id, to);
      };
      for (let count = 0; count < 8; count += 1) await changeStatus((await invite(admin)).id, 'active');
      const ids = [...status.keys()];
      const changed = new Set<string>();
      const remaining = [...steps];
      const pages = await walk(admin, '/affiliates', { status: 'active', limit }, async () => {
        for (const { position, to } of remaining.splice(0, 3)) {
          const id = ids[position % ids.length] ?? '';
          changed.add(id);
          await changeStatus(id, to === 'active' ? 'active' : 'paused');
        }
      });
      const listed = idsOf(pages.flatMap(({ items }) => items));
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed).toEqual(expect.arrayContaining(ids.filter((id) => !changed.has(id))));
      const active = [...status.values()].filter((value) => value === 'active').length;
      const last = await send('GET', '/affiliates?status=active&limit=1', { token: admin });
      expect(last.json.meta.total).toBe(active);
    }),
    { numRuns: sized(3, 8) },
  );
});
