import { presentAffiliate } from '#lib/affiliates/present.ts';
import { affiliates } from '#lib/affiliates/routes.ts';
import { newAffiliate } from '#lib/affiliates/rules/new-affiliate.ts';
import { suggestTrackingCodes } from '#lib/affiliates/store/affiliates.ts';
import { addAffiliate } from '#lib/affiliates/writes.ts';
import { addMember } from '#lib/campaigns/writes.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unknownReference } from '#lib/shared/errors.ts';

export const handler = idempotentEndpoint(
  affiliates.invite,
  ({ caller: { brand }, body, now }) => {
    const affiliate = newAffiliate(body, brand, now);
    const joins = (body.campaignIds ?? []).flatMap((campaignId, index) =>
      addMember(brand.id, campaignId, affiliate.id, now, () =>
        unknownReference(`campaignIds.${index}`, 'campaign'),
      ),
    );
    const writes = [...joins, ...addAffiliate(affiliate, brand)];
    return { answer: presentAffiliate(affiliate, brand.currency), writes };
  },
  { completeError: suggestTrackingCodes },
);
