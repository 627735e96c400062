// Tests that requests of people go before the demo data that the local stage writes.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEachItem } from '#infra/local/demo/brand.ts';
import { untilAnswered, withRequestsFirst } from '#infra/local/first-requests.ts';
import type { Router } from '#infra/local/router.ts';

const request = {} as Parameters<Router>[0];

test('demo data is written after the requests under way are answered, also if one fails', async () => {
  const order: string[] = [];
  const answers = [Promise.withResolvers<{ statusCode: number }>(), Promise.withResolvers<never>()] as const;
  const [slow, failing] = answers.map(({ promise }) => withRequestsFirst(() => promise)(request));
  const written = forEachItem(['item'], async (item) => order.push(item));
  order.push('failure');
  answers[1].reject(new Error('refused'));
  await expect(failing).rejects.toThrow('refused');
  order.push('answer');
  answers[0].resolve({ statusCode: 200 });
  await Promise.all([slow, written]);
  expect(order).toEqual(['failure', 'answer', 'item']);
});

test('demo data does not wait forever for a request that never ends', async () => {
  const end = Promise.withResolvers<{ statusCode: number }>();
  const endless = withRequestsFirst(() => end.promise)(request);
  const outcome = await Promise.race([untilAnswered().then(() => 'continued'), setTimeout(5000, 'waits')]);
  end.resolve({ statusCode: 200 });
  await endless;
  expect(outcome).toBe('continued');
});
