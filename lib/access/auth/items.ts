// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const authItems = {
  session: {
    description: 'Session',
    example: keys.item(sample.brand, 'session', 'ses_01'),
    personal: 'U: ids',
    kept: '30 days',
    restore: 'kept',
  },
  credentials: {
    description: 'Login of a user, found by e-mail address',
    example: keys.credentials('ops@acme.test'),
    personal: 'U: e-mail address, hash of the password',
    kept: 'until the user is removed',
    restore: null,
  },
  knownAddress: {
    description: 'Keyed hash of an IP address from which a user has logged in before',
    example: keys.knownAddress('ops@acme.test', 'hmac-of-the-address'),
    personal: 'U: keyed hash of the IP address',
    kept: '180 days, or until the user is removed',
    restore: null,
  },
  accountFailures: {
    description: 'Failed logins of an account in a time window, from a known address or from all others',
    example: keys.accountFailures('ops@acme.test', 'STRANGERS', 1),
    personal: 'U: e-mail address',
    kept: '30 minutes',
    restore: null,
  },
  addressFailures: {
    description: 'Failed logins of an IP address in a time window',
    example: keys.addressFailures('hmac-of-the-address', 1),
    personal: 'keyed hash of the IP address',
    kept: '30 minutes',
    restore: null,
  },
  failedLogin: {
    description: 'A failed login without an entry in the audit trail',
    example: keys.failedLogin('ada@acme.test'),
    personal: 'U: e-mail address',
    kept: 'a minute',
    restore: null,
  },
  usedChallenge: {
    description: 'Challenge that was used for a login',
    example: keys.usedChallenge('ops@acme.test', 'Hk3d8fJ2'),
    personal: 'U: e-mail address',
    kept: 'some minutes',
    restore: null,
  },
  loginKey: {
    description: 'Key of the hashes of IP addresses, and of the signatures of login challenges',
    example: keys.loginKey(),
    kept: 'always',
    restore: null,
  },
  publishedKeys: {
    description: 'Public keys that verify tokens, and secrets of cursors',
    example: keys.publishedKeys(),
    kept: 'always',
    restore: null,
  },
} satisfies StoredItems;
