// Compares the stored sums of a brand with its ledger, which takes a table call for each shard of the ledger.
import { expect } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { hasTurn } from './size.ts';

export async function expectReconciled(brandId: string): Promise<void> {
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}

const shareInQuickTests = 4;
let states = 0;

/** Compares a share of the states inside of stories in `npm test`, and all of them in CI. A wrong sum usually remains until the end. */
export async function expectReconciledInTurn(brandId: string): Promise<void> {
  states += 1;
  if (hasTurn(states, shareInQuickTests, 1)) await expectReconciled(brandId);
}
