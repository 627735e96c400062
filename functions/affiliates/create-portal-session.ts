import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { affiliates } from '#lib/program/creator-sessions/routes.ts';
import { createPortalSession } from '#lib/program/creator-sessions/store/sessions.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';

const { params } = affiliates.createPortalSession;

const prefetch = ({ pathParameters }: HttpEvent, brandId: string) => {
  const { data } = params.safeParse(pathParameters);
  return planReads({ affiliate: data && affiliateKey(brandId, data.id), linkKey: emailKeys.linkKey() });
};

export const handler = idempotentEndpoint(
  affiliates.createPortalSession,
  async ({ caller: { brand }, prefetched, receivedAt }) => ({
    answer: await createPortalSession(brand, prefetched, receivedAt),
  }),
  { prefetch },
);
