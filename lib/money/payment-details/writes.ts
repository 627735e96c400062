// Builds the writes of payment details.
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { PaymentDetails } from './schema/stored.ts';

/** An erasure that has begun would miss later details. */
const notErased = ({ brandId, affiliateId }: PaymentDetails): Write => ({
  kind: 'check',
  key: keys.item(brandId, 'affiliate', affiliateId),
  condition: `attribute_exists(#pk) AND attribute_not_exists(#${erasedRevision})`,
  refused: staleWrite,
});

export function putDetails(before: PaymentDetails | undefined, after: PaymentDetails): readonly Write[] {
  const key = paymentKeys.paymentDetails(after.brandId, after.affiliateId);
  const write =
    before === undefined ? putNew({ ...key, ...after }, staleWrite) : changeItem(key, before, after);
  return [write, notErased(after)];
}

export const deleteDetails = (brandId: string, affiliateId: string): Write => ({
  kind: 'delete',
  key: paymentKeys.paymentDetails(brandId, affiliateId),
});
