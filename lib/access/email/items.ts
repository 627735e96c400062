// Declares the items that this domain stores.
import type { StoredItems } from '#lib/foundation/contract/stored-item.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';

export const emailItems = {
  email: {
    description: 'E-mail that waits to be sent',
    example: emailKeys.email('Hk3d8fJ2Hk3d8fJ2'),
    personal: 'U: e-mail address',
    kept: 'until it is sent, at most 24 hours',
    restore: null,
  },
  emailedLinks: {
    description: 'Number of one-time links of a kind that an address has received in an hour',
    example: emailKeys.emailedLinks('ops@acme.test', { purpose: 'passwordReset' }, 1),
    personal: 'U: e-mail address',
    kept: '2 hours',
    restore: null,
  },
  linkKey: {
    description: 'Key that signs one-time links',
    example: emailKeys.linkKey(),
    kept: 'always',
    restore: null,
  },
} satisfies StoredItems;
