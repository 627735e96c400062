// Lists the personal fields of the lines of payouts.
import { nameAndEmail, type PersonalFields } from '#lib/foundation/contract/personal-fields.ts';

export const payoutLinePersonalFields = {
  ...nameAndEmail,
  failureReason: () => null,
} satisfies PersonalFields;
