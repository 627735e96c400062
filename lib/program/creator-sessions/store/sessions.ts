// Creates sessions of creators: with a one-time link, or for a brand that embeds the portal.
import type { TokenFacts } from '#lib/access/auth/rules/sessions.ts';
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { creatorLinkUrl, purposeOf } from '#lib/access/email/rules/creator-links.ts';
import { linkKeyIn } from '#lib/access/email/rules/link-key.ts';
import { parseToken } from '#lib/access/email/rules/one-time-tokens.ts';
import { creatorRole } from '#lib/foundation/contract/role.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { conflict, notFound } from '#lib/foundation/shared/errors.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changedAffiliate } from '#lib/program/affiliates/rules/changed-affiliate.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey, changeAffiliate } from '#lib/program/affiliates/writes.ts';
import { newLink } from '#lib/program/creator-sessions/rules/links.ts';
import {
  mayHaveSession,
  newSession,
  sessionSeconds,
  sessionVersionOf,
} from '#lib/program/creator-sessions/rules/session.ts';
import type { CreatorSession } from '#lib/program/creator-sessions/schema/stored.ts';
import { addSession, endSession, invalidLink, useLink } from '#lib/program/creator-sessions/writes.ts';

const affiliateId = idSchema('affiliate');

interface WithPath {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

const timeOf = ({ expiresAt }: CreatorSession): Date => new Date(expiresAt * 1000);

export type Sign = (facts: TokenFacts, now: Date) => Promise<string>;

const tokenOf = (
  session: CreatorSession,
  { id: brandId, testOf }: Brand,
  sign: Sign,
  now: Date,
): Promise<string> =>
  sign(
    {
      subject: session.affiliateId,
      tokenId: session.id,
      expiresAt: timeOf(session),
      claims: { brandId, accountId: testOf ?? brandId, role: creatorRole, sid: session.id },
    },
    now,
  );

/** An invitation makes an invited creator active. Throws a 400 if the link is not valid, and of concurrent uses, all but one. */
export const useSignInLink = (token: string, sign: Sign, now: Date) =>
  retryOnConflict(async () => {
    const claimed = parseToken(token);
    if (claimed === undefined) throw invalidLink();
    const { brandId, userId: id } = claimed;
    const [keyItem, found, brandItem] = await getItems([
      emailKeys.linkKey(),
      affiliateKey(brandId, id),
      keys.brand(brandId),
    ]);
    const key = linkKeyIn(keyItem);
    if (key === undefined || found === undefined || brandItem === undefined) throw invalidLink();
    const [affiliate, brand] = [storedAffiliate.parse(found), storedBrand.parse(brandItem)];
    const purposes = ['creatorSignIn', 'creatorInvitation'] as const;
    const purpose = purposeOf(key, claimed, purposes, sessionVersionOf(affiliate), now);
    if (purpose === undefined || !mayHaveSession(affiliate) || !brand.portal.enabled) throw invalidLink();
    const session = newSession(affiliate, sessionSeconds.link, now);
    const accessToken = await tokenOf(session, brand, sign, now);
    const joins = purpose === 'creatorInvitation' && affiliate.status === 'invited';
    const after = joins ? changedAffiliate(affiliate, { status: 'active' }, brand, now) : affiliate;
    const changes = joins ? changeAffiliate(affiliate, after, brand, now) : [];
    await transact([useLink(claimed), addSession(brandId, session), ...changes]);
    return { accessToken, expiresAt: timeOf(session).toISOString(), affiliateId: id, brand: brand.slug };
  });

/** Plans no read of a malformed id, because validation rejects the request later. */
export function prefetchPortalSession({ pathParameters }: WithPath, brandId: string) {
  const { data } = affiliateId.safeParse(pathParameters?.id);
  const affiliate = data === undefined ? undefined : affiliateKey(brandId, data);
  return planReads({ affiliate, linkKey: emailKeys.linkKey() });
}

interface Prefetched {
  readonly affiliate: Item | undefined;
  readonly linkKey: Item | undefined;
}

function checkCanSignIn(affiliate: Affiliate, brand: Brand): void {
  if (!brand.portal.enabled)
    throw conflict('portal_disabled', 'The portal is off: send `PATCH /brand` with `portal.enabled` true');
  if (affiliate.erasedRevision !== undefined)
    throw conflict(
      'affiliate_erased',
      `The personal data of ${affiliate.id} was erased: invite a new creator`,
    );
  if (!mayHaveSession(affiliate))
    throw conflict(
      'affiliate_blocked',
      `${affiliate.id} is ${affiliate.status}: set the status \`active\` first`,
    );
}

/** `now` is the real time. Returns a link, and a token for pages that embed the portal. */
export async function createPortalSession(
  brand: Brand,
  { affiliate: found, linkKey }: Prefetched,
  { sign, createLinkKey }: { readonly sign: Sign; readonly createLinkKey: () => Promise<Uint8Array> },
  now: Date,
) {
  if (found === undefined) throw notFound('affiliate');
  const affiliate = storedAffiliate.parse(found);
  checkCanSignIn(affiliate, brand);
  const key = linkKeyIn(linkKey) ?? (await createLinkKey());
  const session = newSession(affiliate, sessionSeconds.embedded, now);
  const token = await tokenOf(session, brand, sign, now);
  await transact([addSession(brand.id, session)]);
  const link = newLink('creatorSignIn', affiliate, brand.slug, now);
  const url = creatorLinkUrl(key, link, environment.API_URL ?? '');
  return { url, token, expiresAt: timeOf(session).toISOString() };
}

export const endCreatorSession = (brandId: string, sessionId: string): Promise<void> =>
  transact([endSession(brandId, sessionId)]);
