import { presentAffiliate } from '#lib/affiliates/present.ts';
import { affiliates } from '#lib/affiliates/routes.ts';
import { addAffiliate, newAffiliate } from '#lib/affiliates/store/affiliates.ts';
import { addMember } from '#lib/campaigns/store/members.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { transact } from '#lib/table/transact.ts';

export const handler = idempotentEndpoint(affiliates.invite, async ({ caller: { brand }, body, now, remember }) => {
  const affiliate = newAffiliate(body, brand, now);
  const joins = (body.campaignIds ?? []).flatMap((campaignId, index) =>
    addMember(brand.id, campaignId, affiliate.id, now, () =>
      invalidField(`campaignIds.${index}`, 'Campaign not found'),
    ),
  );
  const answer = presentAffiliate(affiliate, brand.currency);
  await transact([...remember(answer), ...joins, ...addAffiliate(affiliate, brand)]);
  return answer;
});
