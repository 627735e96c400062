// Tests that a stage stays away from the limits of AWS.
import { expect, test } from 'vitest';
import { apiGroups } from '#infra/stacks/api-groups.ts';
import { parseStage } from '#infra/stage.ts';
import { handlerFile, routes } from '#lib/surface/api/routes.ts';
import { headroomsOf, roomForEndpoints } from '#test/support/headrooms.ts';
import { exampleBackup, withAlarmEmails, withLinks } from '#test/support/stages.ts';

const stage = withAlarmEmails({ ...withLinks(parseStage('prod')), backup: exampleBackup });
const headrooms = headroomsOf(stage);

test.each(headrooms.map(({ what, ...its }) => [what, its] as const))(
  'a stage uses at most nine tenths of a limit of AWS, and three fifths of the resources of a stack: %s',
  (_, { used, limit, share }) => {
    expect(used).toBeLessThanOrEqual(limit * share);
  },
);

test('the API and its stacks have room for 40 more endpoints', () => {
  expect(roomForEndpoints(stage)).toBeGreaterThanOrEqual(40);
});

test('each folder with endpoints belongs to exactly one stack of the API', () => {
  const folders = new Set(routes.map((route) => handlerFile(route).split('/')[0] ?? ''));
  expect(Object.values(apiGroups).flat().toSorted()).toEqual([...folders].toSorted());
});
