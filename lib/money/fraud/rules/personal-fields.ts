// Lists the personal fields of a fraud finding.
import type { PersonalFields } from '#lib/foundation/contract/personal-fields.ts';

export const findingPersonalFields = { note: () => null } satisfies PersonalFields;
