// Lists the personal fields of a customer.
import { type PersonalFields, withoutAddress } from '#lib/foundation/contract/personal-fields.ts';

const withoutReason = (past: unknown): unknown =>
  Array.isArray(past)
    ? past.map((entry: unknown) => {
        const former = Object(entry);
        // A stored entry has the reason in its `value`, and an event beside `until`.
        return 'value' in former
          ? { ...former, value: { ...former.value, reason: null } }
          : { ...former, reason: null };
      })
    : past;

export const customerPersonalFields = {
  customerId: withoutAddress,
  reason: () => null,
  pastAffiliates: withoutReason,
  emailKeys: () => [],
} satisfies PersonalFields;
