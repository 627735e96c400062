// Tests that the items of another brand are not visible.
import { describe, expect, test } from 'vitest';
import { routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { findsByOwnId, isForCreators, parametersIn, parametersOf, pathOf } from '#test/support/requests.ts';
import { inTurn } from '#test/support/size.ts';
import type { GetSetting } from './setting.ts';

/** test/functional/creator/isolation.test.ts tests the endpoints of creators. */
const ofBrands = routes.filter((route) => !isForCreators(route));

/** A third in a run of CI: test/architecture/isolation.test.ts asks each endpoint. */
const routesWithIds = inTurn(ofBrands, 1, 3).filter(
  (route) => route.access !== 'public' && parametersOf(route).length > 0 && findsByOwnId(route),
);

export function describeIsolation(getSetting: GetSetting): void {
  describe('an endpoint with ids in its path', () => {
    test.each(routesWithIds)(
      '$method /v1$path returns the same 404 for a foreign and an unknown id',
      async (route) => {
        const { send, own, other, world } = getSetting();
        const { body } = route.body === undefined ? {} : await plainSuccessOf(route.name)(world);
        const sendTo = (path: string) => send(route.method, path, { token: own.admin, body });
        const foreign = await sendTo(pathOf(route, parametersIn(route, other.items)));
        const unknown = await sendTo(pathOf(route));
        expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
      },
    );
  });

  test('a list contains no items of another brand', async () => {
    const { send, own, other } = getSetting();
    const lists = ofBrands.filter(({ answer, params }) => answer.kind === 'list' && !params);
    expect([lists.length > 4, Object.values(other.items).length > 4]).toEqual([true, true]);
    for (const route of lists) {
      const listed = await send('GET', `${route.path}?limit=100`, { token: own.admin });
      expect(listed.json.data.length, route.name).toBeGreaterThan(0);
      for (const { id } of Object.values(other.items)) expect(listed.text).not.toContain(id);
    }
  });
}
