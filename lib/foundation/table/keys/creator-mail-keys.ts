// Defines the keys of e-mails to creators. Separate from the other keys, so that the tracking link does not bundle them.
import type { Key } from './item.ts';

/** The id of an e-mail begins with that of its creator. */
export const creatorMailKeys = {
  creatorMail: (brandId: string, id: string): Key => ({
    pk: `${brandId}#${id.slice(0, id.indexOf('.'))}#MAIL`,
    sk: id,
  }),
  /** The last day whose digest was queued for all creators. */
  digestDay: (brandId: string): Key => ({ pk: `${brandId}#MAIL_DIGEST`, sk: 'STATE' }),
} as const;
