import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { planClaim, upsertAffiliate } from '#lib/program/affiliates/store/upsert.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { unchanged as updated } from '#lib/surface/http/response.ts';

const prefetch = ({ pathParameters }: HttpEvent, brandId: string) => planClaim(pathParameters, brandId);

export const handler = endpoint(
  affiliates.upsert,
  async ({ caller: { brand }, params: { externalId }, body: input, now, prefetched: { claim }, ifMatch }) => {
    const present = (affiliate: Parameters<typeof presentAffiliate>[0]) => presentAffiliate(affiliate, brand);
    const upsert = { externalId, input, brand, now, checkVersion: ifMatch(present) };
    const { affiliate, isNew } = await upsertAffiliate(upsert, claim);
    return isNew ? present(affiliate) : updated(present(affiliate));
  },
  { prefetch },
);
