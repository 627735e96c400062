// What is another brand's answers as what does not exist.
import { describe, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { parametersIn, parametersOf, pathOf } from '#test/support/requests.ts';
import { situations } from '#test/support/situations.ts';
import type { Given } from './setting.ts';

const ofBrands = routes.filter((route) => route.access !== 'public' && parametersOf(route).length > 0);

export function describeIsolation(given: Given): void {
  describe('another brand’s ids answer as unknown ones', () => {
    test.each(ofBrands)('$method $path', async (route) => {
      const { send, own, other, world } = given();
      const [situation] = Object.values(situations[route.name] ?? {});
      const { body } = route.body === undefined ? {} : ((await situation?.(world)) ?? {});
      const ask = (path: string) => send(route.method, path, { token: own.admin, body });
      const foreign = await ask(pathOf(route, parametersIn(route, other.things)));
      const unknown = await ask(pathOf(route));
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    });
  });

  test('no list of one brand has anything of the other', async () => {
    const { send, own, other } = given();
    for (const route of routes.filter(({ answer, params }) => answer.kind === 'list' && !params)) {
      const listed = await send('GET', `${route.path}?limit=100`, { token: own.admin });
      for (const { id } of Object.values(other.things)) expect(listed.text).not.toContain(id);
    }
  });
}
