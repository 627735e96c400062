// Declares the items that this domain stores.

import { presentUser } from '#lib/access/users/present.ts';
import { storedUser } from '#lib/access/users/schema/stored.ts';
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const usersItems = {
  user: {
    description: 'User',
    example: keys.item(sample.brand, 'user', 'usr_01'),
    personal: 'U: name, e-mail address',
    kept: 'until removed',
    restore: 'kept',
    events: recorded({
      schema: storedUser,
      present: (user) => presentUser(user),
      hidden: ({ passwordVersion, invitedAt }) => ({ passwordVersion, invitedAt }),
      created: ({ status }) => (status === 'invited' ? 'user.invited' : 'user.created'),
      changed: (before, after) => {
        if (before.status !== after.status) return 'user.activated';
        if (before.invitedAt !== after.invitedAt) return 'user.invited';
        if (before.sessionsEndedAt !== after.sessionsEndedAt) return 'user.sessions_ended';
        return before.passwordVersion === after.passwordVersion ? 'user.updated' : 'user.password_changed';
      },
      deleted: 'user.deleted',
    }),
  },
  userEmail: {
    description: 'Claim of a user’s e-mail address in a brand',
    example: emailKeys.userEmail(sample.brand, 'ops@acme.test'),
    personal: 'U: e-mail address',
    kept: 'until the user is removed',
    restore: 'kept',
  },
} satisfies StoredItems;
