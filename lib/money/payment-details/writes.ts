// Builds the writes of payment details.
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { fraudKeys } from '#lib/foundation/table/keys/fraud-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { notBeingRemoved } from '#lib/program/affiliates/rules/removal-mark.ts';
import type { PaymentDetails } from './schema/stored.ts';

/** An erasure that has begun would miss later details, and so would the undo of an import. */
const notErased = ({ brandId, affiliateId }: PaymentDetails): Write => ({
  kind: 'check',
  key: keys.item(brandId, 'affiliate', affiliateId),
  condition: `attribute_exists(#pk) AND attribute_not_exists(#${erasedRevision}) AND ${notBeingRemoved}`,
  refused: staleWrite,
});

const accountKey = ({ brandId, affiliateId, current }: PaymentDetails) =>
  current?.account ? fraudKeys.account(brandId, current.account, affiliateId) : undefined;

/** Other creators with the same account are found under its hash. */
function changeAccount(before: PaymentDetails | undefined, after: PaymentDetails): readonly Write[] {
  const [was, is] = [before && accountKey(before), accountKey(after)];
  if (was?.pk === is?.pk) return [];
  return [
    ...(is === undefined ? [] : [{ kind: 'put', item: { ...is, affiliateId: after.affiliateId } } as const]),
    ...(was === undefined ? [] : [{ kind: 'delete', key: was } as const]),
  ];
}

export function putDetails(before: PaymentDetails | undefined, after: PaymentDetails): readonly Write[] {
  const key = paymentKeys.paymentDetails(after.brandId, after.affiliateId);
  const write =
    before === undefined ? putNew({ ...key, ...after }, staleWrite) : changeItem(key, before, after);
  return [write, notErased(after), ...changeAccount(before, after)];
}

export function deleteDetails(details: PaymentDetails): readonly Write[] {
  const key = paymentKeys.paymentDetails(details.brandId, details.affiliateId);
  const account = accountKey(details);
  const writes: readonly Write[] = [{ kind: 'delete', key }];
  return account === undefined ? writes : [...writes, { kind: 'delete', key: account }];
}
