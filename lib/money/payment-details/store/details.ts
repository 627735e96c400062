// Reads and changes the payment details of a creator, for the brand and for the creator’s portal.
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { conflict, notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changedDetails, withoutDetails } from '#lib/money/payment-details/rules/details.ts';
import type { Owner } from '#lib/money/payment-details/rules/seal.ts';
import type { PayoutDetailsInput } from '#lib/money/payment-details/schema/input.ts';
import { type PaymentDetails, storedPaymentDetails } from '#lib/money/payment-details/schema/stored.ts';
import { putDetails } from '#lib/money/payment-details/writes.ts';

async function read({ brandId, affiliateId }: Owner) {
  const [creator, item] = await getItems([
    keys.item(brandId, 'affiliate', affiliateId),
    paymentKeys.paymentDetails(brandId, affiliateId),
  ]);
  if (creator === undefined) throw notFound('affiliate');
  return {
    isErased: creator[erasedRevision] !== undefined,
    details: item === undefined ? undefined : storedPaymentDetails.parse(item),
  };
}

export const findDetails = async (owner: Owner): Promise<PaymentDetails | undefined> =>
  (await read(owner)).details;

interface Request {
  readonly input: PayoutDetailsInput;
  readonly by: 'brand' | 'creator';
  readonly secret: string;
}

export const setDetails = (
  owner: Owner,
  { secret, ...request }: Request,
  now: Date,
): Promise<PaymentDetails> =>
  retryOnConflict(async () => {
    const { details: before, isErased } = await read(owner);
    if (isErased) throw conflict('affiliate_erased', `The personal data of ${owner.affiliateId} was erased`);
    const after = changedDetails(before, { ...request, sealer: { secret, owner } }, now);
    if (after !== before) await transact(putDetails(before, after));
    return after;
  });

/** The item stays without its values, so that the next details are held. */
export const removeDetails = (owner: Owner, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const { details: before } = await read(owner);
    if (before === undefined || (before.current === null && before.tax === null)) return;
    await transact(putDetails(before, withoutDetails(before, now)));
  });
