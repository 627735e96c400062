// Lists the personal fields of a commission.
import type { PersonalFields } from '#lib/foundation/contract/personal-fields.ts';

export const commissionPersonalFields = {
  reason: () => null,
  reasonBefore: () => null,
} satisfies PersonalFields;
