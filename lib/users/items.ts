// Declares the items that this domain stores.

import { recorded, type StoredItems, sample } from '#lib/contract/stored-item.ts';
import { emailKeys } from '#lib/table/keys/email-keys.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { presentUser } from '#lib/users/present.ts';
import { storedUser } from '#lib/users/schema/stored.ts';

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
