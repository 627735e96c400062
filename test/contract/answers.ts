// Tests that each endpoint returns the expected status in every situation. The client checks the schemas.
import { describe, expect, test } from 'vitest';
import type { Route } from '#lib/foundation/contract/route.ts';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { casesOf } from '#test/support/cases.ts';
import type { Situation } from '#test/support/situations.ts';

import type { GetSetting } from './setting.ts';

const cases = routes.flatMap((route) =>
  Object.entries(casesOf(route.name).situations).map(
    ([name, situation]): [string, string, Route, Situation] => [route.name, name, route, situation],
  ),
);

export function describeAnswers(getSetting: GetSetting): void {
  describe('the service', () => {
    /** A stage on a busy machine can answer 503 in time. Then the situation is created again. */
    const attempts = 3;

    test.each(cases)('%s returns the expected status in the case "%s"', async (_, __, route, situation) => {
      const { send, world } = getSetting();
      for (let attempt = 1; ; attempt += 1) {
        const request = { token: world.token, method: route.method, ...(await situation(world)) };
        const { method, path, status, ...sent } = request;
        const answer = await send(method, path, sent);
        if (answer.json?.code === 'service_busy' && attempt < attempts) continue;
        expect(answer.status, answer.text).toBe(status);
        return;
      }
    });

    test('publishes the OpenAPI document of the contract', async () => {
      expect((await getSetting().send('GET', '/openapi.json')).json).toEqual(interfaceDocument());
    });
  });
}
