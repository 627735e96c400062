import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { inviteAgain } from '#lib/users/store/invitations.ts';

export const handler = idempotentEndpoint(users.resendInvitation, async ({ caller, params, now }) => {
  const { user, writes } = await inviteAgain(caller, params.id, now);
  return { answer: presentUser(user), writes };
});
