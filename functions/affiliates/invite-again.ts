import { affiliates } from '#lib/outlets/creator-mails/routes.ts';
import { inviteCreatorAgain } from '#lib/outlets/creator-mails/store/invite-again.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  affiliates.inviteAgain,
  async ({ caller: { brand }, params, receivedAt }) => {
    const { affiliate, writes } = await inviteCreatorAgain(brand, params.id, receivedAt);
    return { answer: presentAffiliate(affiliate, brand), writes };
  },
);
