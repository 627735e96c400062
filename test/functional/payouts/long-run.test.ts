// Tests a payout that takes many steps, each triggered by the previous one. PAYOUT_RUN_SIZE sets the number of commissions.
import { expect, test } from 'vitest';
import { maxCommissionsPerStep } from '#lib/money/payouts/store/step.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { continueToCompletion, newChanges } from '#test/support/stream.ts';

const size = Number(process.env.PAYOUT_RUN_SIZE ?? 120);
const creators = 20;

test(`a payout of ${size} commissions is prepared and paid in steps, and its lines, totals and ledger stay exact`, async () => {
  const acme = await brandWithCreators(creators);
  await fillCommissions(acme, size);
  // One creator owes more than they have earned, so the payout releases their claimed commissions.
  await createApprovedCommission(acme, acme.creators[0] ?? '', -1_000_000_000);
  await newChanges();
  useOneStepPerRequest();
  const payout = await createPayout(acme.admin);
  expect(payout.status).toBe('preparing');
  const preparing = await continueToCompletion();
  const commissionsCount = size - size / creators;
  const totals = { affiliatesCount: creators - 1, commissionsCount };
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'ready', ...totals });
  await expectConsistentPayouts(acme);

  expect((await payPayout(acme.admin, payout.id)).status).toBe('paying');
  const paying = await continueToCompletion();
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'paid', ...totals });
  await expectConsistentPayouts(acme);

  expect(preparing).toBeGreaterThanOrEqual(size / maxCommissionsPerStep);
  expect(paying).toBeGreaterThanOrEqual(commissionsCount / maxCommissionsPerStep);
  expect(deadLetters()).toEqual([]);
  process.stdout.write(`${JSON.stringify({ commissions: size, steps: { preparing, paying } })}\n`);
});
