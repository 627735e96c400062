// Reads the lines of all payouts that may contain payments, and the tax data of their creators.
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { storedPaymentDetails, type Tax } from '#lib/money/payment-details/schema/stored.ts';
import { mayHavePayments, type PaidLines } from '#lib/money/payouts/rules/payments.ts';
import { storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { allLines } from './lines.ts';

const concurrency = 10;

export async function readPaidLines(brandId: string): Promise<PaidLines> {
  const items = await queryPartition(collectionPartition(brandId, 'payout'));
  const payouts = items.map((item) => storedPayout.parse(item)).filter(mayHavePayments);
  const lines = new Map<string, Awaited<ReturnType<typeof allLines>>>();
  await forEachConcurrently(payouts, concurrency, async (payout) => {
    lines.set(payout.id, await allLines(payout));
  });
  return payouts.map((payout) => ({ payout, lines: lines.get(payout.id) ?? [] }));
}

/** Returns the sealed tax data by creator. */
export async function readTaxData(
  brandId: string,
  affiliateIds: readonly string[],
): Promise<ReadonlyMap<string, Tax>> {
  const found = await getItems(affiliateIds.map((id) => paymentKeys.paymentDetails(brandId, id)));
  const details = found.flatMap((item) => (item === undefined ? [] : [storedPaymentDetails.parse(item)]));
  return new Map(details.flatMap(({ affiliateId, tax }) => (tax === null ? [] : [[affiliateId, tax]])));
}
