// Walking a list while it changes: what existed throughout is met exactly once, whatever happens in between.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AffiliateStatus } from '#lib/affiliates/schema.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { idsOf, walk } from '#test/support/lists.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

/** What happens between two pages: something is added, or the one at that place (of those there are) is deleted. */
type Change = { readonly kind: 'add' } | { readonly kind: 'delete'; readonly place: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: 'add' as const }),
  fc.record({ kind: fc.constant('delete' as const), place: fc.nat(50) }),
);

const plan = fc.record({
  first: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 5 }),
  between: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
});

interface Collection {
  readonly path: string;
  readonly add: () => Promise<{ id: string }>;
}

/** Walks a collection by a plan; answers what was met, what was there throughout, and what was ever there. */
async function walkWhileChanging(
  token: string,
  { path, add }: Collection,
  { first, limit, between }: { first: number; limit: number; between: readonly (readonly Change[])[] },
) {
  const present: string[] = [];
  const everThere = new Set<string>();
  const addOne = async () => {
    const { id } = await add();
    present.push(id);
    everThere.add(id);
  };
  for (let count = 0; count < first; count += 1) await addOne();
  const throughout = new Set(present);
  const deleteOne = async (place: number) => {
    const [id] = present.splice(place % Math.max(present.length, 1), 1);
    if (id === undefined) return;
    throughout.delete(id);
    expect((await send('DELETE', `${path}/${id}`, { token })).status).toBe(204);
  };
  const steps = [...between];
  const pages = await walk(token, path, { limit }, async () => {
    for (const step of steps.shift() ?? []) {
      await (step.kind === 'add' ? addOne() : deleteOne(step.place));
    }
  });
  const met = idsOf(pages.flatMap(({ items }) => items));
  return { pages, met, throughout: [...throughout], everThere };
}

async function holdsFor(collectionOf: (token: string) => Promise<Collection>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      const { admin } = await createBrand();
      const collection = await collectionOf(admin);
      const { pages, met, throughout, everThere } = await walkWhileChanging(admin, collection, steps);
      expect(new Set(met).size).toBe(met.length);
      expect(met).toEqual(expect.arrayContaining(throughout));
      expect(met.every((id) => everThere.has(id))).toBe(true);
      for (const { items } of pages) expect(items.length).toBeLessThanOrEqual(steps.limit);
    }),
    { numRuns: sized(4, 12) },
  );
}

test('campaigns are met once, while others are added and deleted', async () => {
  await holdsFor(async (token) => ({ path: '/campaigns', add: () => createCampaign(token) }));
});

test('discount codes are met once, while others are added and deleted', async () => {
  await holdsFor(async (token) => {
    const affiliate = await invite(token);
    return { path: '/discounts', add: () => createDiscount(token, affiliate.id) };
  });
});

test('creators of a status are met once, while others come to it and leave it', async () => {
  const moves = fc.array(fc.record({ place: fc.nat(11), to: fc.constantFrom('active', 'paused') }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
      const { admin } = await createBrand();
      const status = new Map<string, AffiliateStatus>();
      const become = async (id: string, to: AffiliateStatus) => {
        await send('PATCH', `/affiliates/${id}`, { token: admin, body: { status: to } });
        status.set(id, to);
      };
      for (let count = 0; count < 8; count += 1) await become((await invite(admin)).id, 'active');
      const ids = [...status.keys()];
      const moved = new Set<string>();
      const left = [...steps];
      const pages = await walk(admin, '/affiliates', { status: 'active', limit }, async () => {
        for (const { place, to } of left.splice(0, 3)) {
          const id = ids[place % ids.length] ?? '';
          moved.add(id);
          await become(id, to === 'active' ? 'active' : 'paused');
        }
      });
      const met = idsOf(pages.flatMap(({ items }) => items));
      expect(new Set(met).size).toBe(met.length);
      expect(met).toEqual(expect.arrayContaining(ids.filter((id) => !moved.has(id))));
      const active = [...status.values()].filter((value) => value === 'active').length;
      const last = await send('GET', '/affiliates?status=active&limit=1', { token: admin });
      expect(last.json.meta.total).toBe(active);
    }),
    { numRuns: sized(3, 8) },
  );
});
