import { presentUser } from '#lib/access/users/present.ts';
import { users } from '#lib/access/users/routes.ts';
import { inviteAgain } from '#lib/access/users/store/invitations.ts';
import { prefetchTaken } from '#lib/access/users/store/places.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  users.resendInvitation,
  async ({ caller, params, now, prefetched: taken }) => {
    const { user, writes } = await inviteAgain(caller, params.id, taken, now);
    return { answer: presentUser(user), writes };
  },
  { prefetch: prefetchTaken },
);
