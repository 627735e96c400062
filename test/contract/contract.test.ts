// The contract over real HTTP: on a local stage of its own, or on the deployed one that the environment names.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { describeAnswers } from './answers.ts';
import { describeClicks } from './clicks.ts';
import { describeConflicts } from './conflicts.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeIsolation } from './isolation.ts';
import { describeLists } from './lists.ts';
import { describeRefusals } from './refusals.ts';
import { openSetting, type Setting } from './setting.ts';
import { describeTokens } from './tokens.ts';

let setting: Setting | undefined;

const given = (): Setting => {
  if (setting === undefined) throw new Error('The stage is not open yet');
  return setting;
};

beforeAll(async () => {
  setting = await openSetting();
});

afterAll(() => setting?.stage.close());

describeAnswers(given);
describeRefusals(given);
describeConflicts(given);
describeLists(given);
describeTokens(given);
describeClicks(given);
describeIdempotency(given);
describeIsolation(given);

test('no endpoint was left out: each has answered with success', () => {
  const { successes } = given();
  expect(routes.map(({ name }) => name).filter((name) => !successes.has(name))).toEqual([]);
});
