// A payout that is far more than one request can do: put together and paid in steps, each called by the one before it.
// How many commissions: PAYOUT_RUN_SIZE, by default what is written in a moment.
import { expect, test } from 'vitest';
import { commissionsOfStep } from '#lib/payouts/step.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { expectExact, oneStepARequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  createPayout,
  earned,
  fillCommissions,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { carryOnToTheEnd, newChanges } from '#test/support/stream.ts';

const size = Number(process.env.PAYOUT_RUN_SIZE ?? 200);
const creators = 20;

test(`a payout of ${size} commissions goes on in steps to its end, and so does its payment; all books are exact`, async () => {
  const acme = await brandWithCreators(creators);
  await fillCommissions(acme, size);
  // One of the creators owes more than he has earned: all that was claimed of him is let go again.
  await earned(acme, acme.creators[0] ?? '', -1_000_000_000);
  await newChanges();
  const begun = new Date();
  const clock = oneStepARequest();
  const payout = await createPayout(acme.admin);
  expect(payout.status).toBe('preparing');
  const preparing = await carryOnToTheEnd();
  // So many minutes have passed that nobody's token is valid any more.
  clock.set(begun);
  const commissionsCount = size - size / creators;
  const whole = { affiliatesCount: creators - 1, commissionsCount };
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'ready', ...whole });
  await expectExact(acme);

  expect((await payPayout(acme.admin, payout.id)).status).toBe('paying');
  const paying = await carryOnToTheEnd();
  clock.set(begun);
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'paid', ...whole });
  await expectExact(acme);

  expect(preparing).toBeGreaterThanOrEqual(size / commissionsOfStep);
  expect(paying).toBeGreaterThanOrEqual(commissionsCount / commissionsOfStep);
  expect(deadLetters()).toEqual([]);
  process.stdout.write(`${JSON.stringify({ commissions: size, steps: { preparing, paying } })}\n`);
});
