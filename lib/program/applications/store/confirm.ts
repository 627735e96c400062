// Creates creators from confirmed applications.
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { purposeOf } from '#lib/access/email/rules/creator-links.ts';
import { linkKeyIn } from '#lib/access/email/rules/link-key.ts';
import { parseToken } from '#lib/access/email/rules/one-time-tokens.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import type { AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { type Application, storedApplication } from '#lib/program/applications/schema/stored.ts';
import { invalidLink, useLink } from '#lib/program/creator-sessions/writes.ts';

function addCreator(
  { name, email, profileUrl, message, language }: Application,
  status: AffiliateStatus,
  brand: Brand,
  now: Date,
): readonly Write[] {
  const creator = newAffiliate({ name, email, profileUrl, language }, brand, now);
  return addAffiliate({ ...creator, status, applicationMessage: message }, brand);
}

const isLimitReached = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'forbidden';

/** Throws a 400 if the link is not valid or was used. */
export const confirmApplication = (token: string, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const claimed = parseToken(token);
    if (claimed === undefined) throw invalidLink();
    const { brandId, userId: id } = claimed;
    const key = creatorKeys.application(brandId, id);
    const [keyItem, found, brandItem] = await getItems([emailKeys.linkKey(), key, keys.brand(brandId)]);
    const linkKey = linkKeyIn(keyItem);
    if (linkKey === undefined || found === undefined || brandItem === undefined) throw invalidLink();
    if (purposeOf(linkKey, claimed, ['creatorApplication'], 0, now) === undefined) throw invalidLink();
    const [application, brand] = [storedApplication.parse(found), storedBrand.parse(brandItem)];
    const done: readonly Write[] = [useLink(claimed), { kind: 'delete', key }];
    const emailKey = keys.affiliateEmail(brandId, normalizeEmail(application.email));
    const [existing] = await getItems([emailKey]);
    if (existing !== undefined) return transact(done);
    const wanted = brand.portal.applications === 'autoAccept' ? 'active' : 'applied';
    try {
      await transact([...done, ...addCreator(application, wanted, brand, now)]);
    } catch (error) {
      if (!isLimitReached(error)) throw error;
      await transact([...done, ...addCreator(application, 'applied', brand, now)]);
    }
  });
