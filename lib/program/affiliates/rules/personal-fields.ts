// Lists the personal fields of a creator.
import { annotations, nameAndEmail, type PersonalFields } from '#lib/foundation/contract/personal-fields.ts';

export const affiliatePersonalFields = {
  ...nameAndEmail,
  ...annotations,
  profileUrl: () => null,
  applicationMessage: () => null,
} satisfies PersonalFields;
