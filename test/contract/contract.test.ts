// Tests the contract over real HTTP, on a new local stage or on the deployed stage named by the environment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#lib/surface/api/routes.ts';
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

const getSetting = (): Setting => {
  if (setting === undefined) throw new Error('The stage is not open yet');
  return setting;
};

beforeAll(async () => {
  setting = await openSetting();
});

afterAll(() => setting?.stage.close());

describeAnswers(getSetting);
describeRefusals(getSetting);
describeConflicts(getSetting);
describeLists(getSetting);
describeTokens(getSetting);
describeClicks(getSetting);
describeIdempotency(getSetting);
describeIsolation(getSetting);

test('every endpoint has returned a successful response at least once', () => {
  const { successes } = getSetting();
  expect(routes.map(({ name }) => name).filter((name) => !successes.has(name))).toEqual([]);
});
