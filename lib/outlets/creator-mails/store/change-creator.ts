// Changes the e-mails of a creator: after a link in an e-mail, and after a bounce or a complaint.
import { storedBrand } from '#lib/access/brands/schema.ts';
import type { OptionalMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { addressHash } from '#lib/outlets/creator-mails/rules/links.ts';
import { changedAffiliate } from '#lib/program/affiliates/rules/changed-affiliate.ts';
import type { MailChanges } from '#lib/program/affiliates/rules/changed-mails.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey, changeAffiliate } from '#lib/program/affiliates/writes.ts';

interface Creator {
  readonly brandId: string;
  readonly affiliateId: string;
}

/** Changes nothing for a creator who was erased, or for whom `changesOf` returns undefined. */
const changeMails = (
  { brandId, affiliateId }: Creator,
  changesOf: (before: Affiliate) => MailChanges | undefined,
  now: Date,
): Promise<void> =>
  retryOnConflict(async () => {
    const [brandItem, item] = await getItems([keys.brand(brandId), affiliateKey(brandId, affiliateId)]);
    if (brandItem === undefined || item === undefined) return;
    const [brand, before] = [storedBrand.parse(brandItem), storedAffiliate.parse(item)];
    const changes = before.erasedRevision === undefined ? changesOf(before) : undefined;
    if (changes === undefined) return;
    const after = changedAffiliate(before, changes, brand, now);
    await transact(changeAffiliate(before, after, brand, now));
  });

export const turnOff = (
  { kind, ...creator }: Creator & { readonly kind: OptionalMailKind },
  now: Date,
): Promise<void> =>
  changeMails(
    creator,
    ({ mailsOff: off = [] }) => (off.includes(kind) ? undefined : { mails: { off: [...off, kind] } }),
    now,
  );

interface Feedback {
  readonly brandId: string;
  readonly id: string;
  readonly status: NonNullable<Affiliate['mailStatus']>;
  /** The hash of the address to which the e-mail was sent. The creator may have another one since. */
  readonly address: string;
}

export const stopMails = ({ brandId, id, status: mailStatus, address }: Feedback, now: Date): Promise<void> =>
  changeMails(
    { brandId, affiliateId: id },
    (before) =>
      before.mailStatus === mailStatus || addressHash(before.email) !== address ? undefined : { mailStatus },
    now,
  );
