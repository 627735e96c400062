// Tests that readers continue after a query that DynamoDB ends before the limit, as it does after 1 MB.
import { expect, test, vi } from 'vitest';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { queryAll } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { countItems } from '#lib/foundation/table/list-count.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { partitionIn } from '#lib/foundation/table/other-table.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { queryPages, readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew } from '#lib/foundation/table/writes/write.ts';
import { type Fault, healBetweenTests } from '#test/support/faulty-engine.ts';

healBetweenTests(engine);

/** The answer to a query ends after its first item. */
const endsEarly: Fault = {
  kind: 'rewritten',
  rewrite: (answer) => {
    const { Items: [first] = [], ...rest } = JSON.parse(answer);
    if (first === undefined) return answer;
    return JSON.stringify({
      ...{ ...rest, Items: [first], Count: 1 },
      LastEvaluatedKey: { pk: first.pk, sk: first.sk },
    });
  },
};

const start = new Date('2026-03-01T08:00:00.000Z');

/** Stores items with ascending ids, alternately in the two partitions. */
async function alternating(count: number) {
  const partition = newId('brand', start);
  const partitions = [`${partition}#ONE`, `${partition}#OTHER`] as const;
  const ids = Array.from({ length: count }, (_, index) => newId('export', addSeconds(start, index)));
  await transact(ids.map((sk, index) => putNew({ pk: partitions[index % 2] ?? '', sk })));
  return { partitions, ids };
}

const cut = (partition: string, times = Number.POSITIVE_INFINITY) =>
  engine.fail(endsEarly, { operation: 'Query', containing: `"${partition}"`, times });

test('a list of two partitions shows each item once and in order when the query of one partition ends early', async () => {
  const { partitions, ids } = await alternating(6);
  cut(partitions[0], 2);
  const source = { queries: partitions.map((partition) => ({ partition })), kind: 'export' as const };
  const request = {
    ...{ limit: 10, order: 'asc' as const, timezone: 'UTC' },
    ...{ route: '/exports', cursorSecrets: [Buffer.from('secret')] },
  };
  const shown: unknown[][] = [];
  let cursor: string | undefined;
  do {
    const page = await readList(
      source,
      { ...request, cursor },
      ({ sk }: Item) => sk,
      async () => ids.length,
    );
    shown.push([...page.items]);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  expect(shown).toEqual([ids.slice(0, 1), ids.slice(1, 3), ids.slice(3)]);
});

test('a page after an item is not the last one when its query ends early', async () => {
  const {
    partitions: [partition],
    ids: [first, , second],
  } = await alternating(4);
  cut(partition, 1);
  const page = await readPageAfter({ partition }, null, 100);
  expect(page).toMatchObject({ items: [{ sk: first }], upTo: first, isLast: false });
  const next = await readPageAfter({ partition }, page.upTo, 100);
  expect(next).toMatchObject({ items: [{ sk: second }], upTo: second, isLast: true });
});

test('a partition is read to its end when each query ends early', async () => {
  const {
    partitions: [partition],
    ids,
  } = await alternating(6);
  const own = ids.filter((_, index) => index % 2 === 0);
  cut(partition);
  const pages: Item[] = [];
  for await (const page of queryPages({ partition })) pages.push(...page);
  const sortKeys = (items: readonly Item[]) => items.map(({ sk }) => sk);
  expect(sortKeys(pages)).toEqual(own);
  expect(sortKeys(await queryAll(toQueryInput({ partition })))).toEqual(own);
  expect(sortKeys(await partitionIn(environment.TABLE_NAME, partition))).toEqual(own);
});

test('a count includes the items after a query that ends early', async () => {
  const {
    partitions: [partition],
    ids: [first = ''],
  } = await alternating(6);
  const countsOne = { Count: 1, LastEvaluatedKey: { pk: { S: partition }, sk: { S: first } } };
  engine.fail(
    {
      kind: 'rewritten',
      rewrite: (answer) => JSON.stringify({ ...JSON.parse(answer), ...countsOne }),
    },
    { operation: 'Query', containing: '"COUNT"', times: 1 },
  );
  expect(await countItems([{ partition }], {}, 0)).toEqual({ total: 3, isExact: true });
});
