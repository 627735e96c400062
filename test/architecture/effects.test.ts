// Tests that test/functional/events/effects.ts is complete. `npm run test:all` compares it with the events of the endpoints.
import { expect, test } from 'vitest';
import { effects, otherEffects } from '#test/functional/events/effects.ts';
import { casesOf } from '#test/support/cases.ts';
import { rareSituations } from '#test/support/rare-cases.ts';
import { writingRoutes } from '#test/support/requests.ts';

test('every endpoint that writes says in effects.ts which events it causes', () => {
  expect(Object.keys(effects).toSorted()).toEqual(writingRoutes.map(({ name }) => name).toSorted());
});

test('effects.ts names situations that exist', () => {
  const named = Object.entries(otherEffects).flatMap(([name, others]) =>
    Object.keys(others).map((situation) => ({ name, situation })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(
    named.filter(
      ({ name, situation }) =>
        casesOf(name).situations[situation] === undefined && rareSituations[name]?.[situation] === undefined,
    ),
  ).toEqual([]);
});
