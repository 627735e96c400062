// Deletes the payment details of an erased creator. A creator whose erasure has begun gets no later details.
import { getItems } from '#lib/foundation/table/client.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Owner } from '#lib/money/payment-details/rules/seal.ts';
import { storedPaymentDetails } from '#lib/money/payment-details/schema/stored.ts';
import { deleteDetails } from '#lib/money/payment-details/writes.ts';

export async function eraseDetails({ brandId, affiliateId }: Owner): Promise<void> {
  const [found] = await getItems([paymentKeys.paymentDetails(brandId, affiliateId)]);
  if (found !== undefined) await transact(deleteDetails(storedPaymentDetails.parse(found)));
}
