import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { inviteAgain } from '#lib/users/store/invitations.ts';
import { prefetchTaken } from '#lib/users/store/places.ts';

export const handler = idempotentEndpoint(
  users.resendInvitation,
  async ({ caller, params, now, prefetched: taken }) => {
    const { user, writes } = await inviteAgain(caller, params.id, taken, now);
    return { answer: presentUser(user), writes };
  },
  { prefetch: prefetchTaken },
);
