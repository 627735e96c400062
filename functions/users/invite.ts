import { presentUser } from '#lib/access/users/present.ts';
import { users } from '#lib/access/users/routes.ts';
import { inviteUser } from '#lib/access/users/store/invitations.ts';
import { prefetchTaken } from '#lib/access/users/store/places.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  users.invite,
  async ({ caller, body, now, prefetched: taken }) => {
    const { user, writes } = await inviteUser(caller, body, taken, now);
    return { answer: presentUser(user), writes };
  },
  { prefetch: prefetchTaken },
);
