// Each endpoint in each of its situations answers as it should. The client holds each answer against its schema.
import { describe, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { type Situation, situations } from '#test/support/situations.ts';
import { document } from './document.ts';
import type { Given } from './setting.ts';

const cases = routes.flatMap((route) => {
  const own = Object.entries(situations[route.name] ?? {});
  if (own.length === 0) throw new Error(`Say in test/support/situations.ts how to call ${route.name}`);
  return own.map(([name, situation]): [string, string, Route, Situation] => [
    route.name,
    name,
    route,
    situation,
  ]);
});

export function describeAnswers(given: Given): void {
  describe('every endpoint answers as its contract says', () => {
    test.each(cases)('%s: %s', async (_, __, route, situation) => {
      const { send, world } = given();
      const asked = { token: world.token, method: route.method, ...(await situation(world)) };
      const { method, path, status, ...sent } = asked;
      const answer = await send(method, path, sent);
      expect(answer.status, answer.text).toBe(status);
    });

    test('the interface that it publishes is the one it is held against', async () => {
      expect((await given().send('GET', '/openapi.json')).json).toEqual(document);
    });
  });
}
