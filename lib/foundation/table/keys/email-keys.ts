// Defines the keys of e-mails and their one-time links. Separate from the other keys, so that the tracking link does not bundle them.
import { loginPartition } from './keys.ts';

export const emailedLinksPrefix = 'LINKS#';
export const linkKeyPartition = 'LINK_KEY';
export const emailPartition = (id: string): string => `EMAIL#${id}`;

/** Links of a brand are counted for each brand. */
export type LinkKind =
  | { readonly purpose: 'passwordReset' }
  | {
      readonly purpose: 'invitation' | 'creatorSignIn' | 'creatorInvitation' | 'creatorApplication';
      readonly brandId: string;
    };

export const emailKeys = {
  /** Counts the one-time links of a kind that an address receives in an hour. */
  emailedLinks: (email: string, kind: LinkKind, hour: number) => ({
    pk: loginPartition(email),
    sk: `${emailedLinksPrefix}${kind.purpose}#${'brandId' in kind ? `${kind.brandId}#` : ''}${hour}`,
  }),
  /** The claim of an address in a brand. */
  userEmail: (brandId: string, email: string) => ({ pk: `${brandId}#USER_EMAIL`, sk: email }),
  linkKey: () => ({ pk: linkKeyPartition, sk: 'KEY' }),
  email: (id: string) => ({ pk: emailPartition(id), sk: 'EMAIL' }),
} as const;
