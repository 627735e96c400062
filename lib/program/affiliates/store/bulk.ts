// Invites many creators in one request, each independently of the others.

import type { Brand } from '#lib/access/brands/schema.ts';
import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { settleEach } from '#lib/foundation/shared/concurrency.ts';
import { DomainError, unknownReference } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { InviteInput } from '#lib/program/affiliates/schema/endpoints.ts';
import { addAffiliate, affiliateKey } from '#lib/program/affiliates/writes.ts';
import { addMember } from '#lib/program/campaigns/writes.ts';
import { parseAffiliate, suggestTrackingCodes } from './affiliates.ts';

/** All invitations change the counter that limits the creators of the plan, so they run one after the other. */
const sequence = () => '';

/** Skips the creators that an earlier attempt has invited. */
export async function inviteAffiliates(invitations: readonly InviteInput[], brand: Brand, attempt: Attempt) {
  const ids = invitations.map((_, index) => attempt.idForPart('affiliate', index));
  const invited = attempt.canBeContinued ? await getItems(ids.map((id) => affiliateKey(brand.id, id))) : [];
  return settleEach(
    invitations,
    sequence,
    async (invitation, index): Promise<Affiliate> => {
      const earlier = invited[index];
      if (earlier !== undefined) return parseAffiliate(earlier);
      const affiliate = { ...newAffiliate(invitation, brand, attempt.begunAt), id: ids[index] ?? '' };
      const joins = (invitation.campaignIds ?? []).flatMap((campaignId, place) =>
        addMember(brand.id, campaignId, affiliate.id, attempt.begunAt, () =>
          unknownReference(`campaignIds.${place}`, 'campaign'),
        ),
      );
      await transact([...joins, ...addAffiliate(affiliate, brand)]).catch(async (error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        throw await suggestTrackingCodes(error, {
          caller: { brand },
          body: invitation,
          now: attempt.begunAt,
        });
      });
      return affiliate;
    },
    attempt,
  );
}
