// Sends the invitation of a creator again.
import type { Brand } from '#lib/access/brands/schema.ts';
import { countLink } from '#lib/access/email/writes.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { isWantedByBrand } from '#lib/outlets/creator-mails/rules/wanted.ts';
import { queueInvitation } from '#lib/outlets/creator-mails/writes.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';

interface Invitation {
  readonly affiliate: Affiliate;
  readonly writes: readonly Write[];
}

function checkInvitation({ status, mailStatus }: Affiliate, brand: Brand): void {
  if (status !== 'invited')
    throw conflict('affiliate_not_invited', `The creator is ${status}, so no invitation can be sent`);
  if (!isWantedByBrand('invitation', brand))
    throw conflict(
      'creator_mails_off',
      'The brand has turned off invitations or its portal: turn on `creatorMails` and `portal` with `PATCH /brand`',
    );
  if (mailStatus !== undefined)
    throw conflict(
      'creator_mails_off',
      'E-mails to the creator do not arrive: change the e-mail address first',
    );
}

/** `now` is the real time. */
export async function inviteCreatorAgain(brand: Brand, id: string, now: Date): Promise<Invitation> {
  const item = await getExisting(affiliateKey(brand.id, id), 'affiliate');
  const affiliate = storedAffiliate.parse(await withSpreadTotals(item));
  checkInvitation(affiliate, brand);
  const kind = { purpose: 'creatorInvitation', brandId: brand.id } as const;
  return { affiliate, writes: [countLink(affiliate.email, kind, now), queueInvitation(affiliate, now)] };
}
