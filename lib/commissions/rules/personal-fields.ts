// Lists the personal fields of a commission.
import type { PersonalFields } from '#lib/contract/personal-fields.ts';

export const commissionPersonalFields = { reason: () => null } satisfies PersonalFields;
