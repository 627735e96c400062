// Lists the personal fields of a dispute.
import { annotations, type PersonalFields } from '#lib/foundation/contract/personal-fields.ts';

export const disputePersonalFields = {
  ...annotations,
  message: () => null,
  reason: () => null,
} satisfies PersonalFields;
