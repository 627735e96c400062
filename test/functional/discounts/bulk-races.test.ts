import { describe, expect, test } from 'vitest';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { invite, unusedCode } from '#test/support/creations.ts';
import { readPage } from '#test/support/lists.ts';
import { errorBody } from '#test/support/refusals.ts';
import { type Answer, createBrand, send } from '#test/support/service.ts';

const bulk = (discounts: unknown, token: string): Promise<Answer> =>
  send('POST', '/discounts/bulk', { token, body: { discounts } });
const definition = (changes: object = {}) => ({
  code: unusedCode(),
  type: 'percentage',
  value: 15,
  ...changes,
});
const codeTaken = errorBody(409, 'A discount with this code already exists');

describe('POST /v1/discounts/bulk (concurrency)', () => {
  test('creates and counts each code exactly once when two requests send the same codes', async () => {
    const { brand, admin } = await createBrand();
    const creators = await runConcurrently(5, () => invite(admin));
    const definitions = Array.from({ length: 40 }, (_, index) =>
      definition({ code: `CODE-${index}`, affiliateId: creators[index % 5].id }),
    );
    const answers = await Promise.all([bulk(definitions, admin), bulk(definitions.toReversed(), admin)]);
    const results = answers.flatMap(({ json }) => json.data);
    const created = results.filter(({ status }) => status === 'created');
    expect(created.map(({ discount }) => discount.code).sort()).toEqual(
      definitions.map(({ code }) => code).sort(),
    );
    for (const { error } of results.filter(({ status }) => status === 'failed')) {
      expect(error).toMatchObject(codeTaken);
    }
    for (const { json } of answers) {
      expect(json.meta.created + json.meta.failed).toBe(40);
      expect(json.data.map(({ index }: { index: number }) => index)).toEqual([...Array(40).keys()]);
    }
    expect((await readCounter(brand.id, 'discounts')).total).toBe(40);
    for (const { id } of creators) {
      expect((await readPage(admin, '/discounts', { affiliateId: id })).total).toBe(8);
    }
    expect((await readPage(admin, '/discounts', { limit: 100 })).items).toHaveLength(40);
  });

  test('creates all other codes when two requests share one code', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const definitions = (prefix: string) => [
      ...Array.from({ length: 9 }, (_, index) =>
        definition({ code: `${prefix}-${index}`, affiliateId: creator.id }),
      ),
      definition({ code: 'SHARED', affiliateId: creator.id }),
    ];
    const answers = await Promise.all([bulk(definitions('A'), admin), bulk(definitions('B'), admin)]);
    expect(answers.map(({ json }) => json.meta.created).sort()).toEqual([10, 9].sort());
    expect((await readPage(admin, '/discounts', { affiliateId: creator.id })).total).toBe(19);
  });

  test('creates a code once when a concurrent POST /v1/discounts sends the same code', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const shared = definition({ code: 'SHARED', affiliateId: creator.id });
    const [bulkAnswer, singleAnswer] = await Promise.all([
      bulk([definition({ affiliateId: creator.id }), shared], admin),
      send('POST', '/discounts', { token: admin, body: shared }),
    ]);
    const bulkCreated = bulkAnswer.json.data[1].status === 'created';
    expect(singleAnswer.status).toBe(bulkCreated ? 409 : 201);
    expect((await readPage(admin, '/discounts')).total).toBe(2);
  });
});
