import { unknownReference } from '#lib/foundation/shared/errors.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { suggestTrackingCodes } from '#lib/program/affiliates/store/affiliates.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { addMember } from '#lib/program/campaigns/writes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

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
    return { answer: presentAffiliate(affiliate, brand), writes };
  },
  { completeError: suggestTrackingCodes },
);
