// Lists the personal fields of the events of a link. The link itself is deleted.
import { erasedText, type PersonalFields } from '#lib/foundation/contract/personal-fields.ts';

export const linkPersonalFields = {
  name: () => null,
  slug: () => erasedText,
  aliases: () => [],
  url: () => null,
  to: () => null,
  subIds: () => null,
  utm: () => null,
} satisfies PersonalFields;
