// Reads and writes of creators.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { normalizeEmail, type Role } from '#lib/auth/schema.ts';
import { termsInForce } from '#lib/billing/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { conflict, forbidden } from '#lib/shared/errors.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { changed, decideAndWrite } from '#lib/table/changes.ts';
import { getItem } from '#lib/table/client.ts';
import { moveCounter } from '#lib/table/counters.ts';
import { collectionOf, keys, withStatus } from '#lib/table/keys.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { putNew, transact, updateExisting, type Write } from '#lib/table/transaction.ts';
import { checkStatusChange, countMoves, countsOf, takesPlace } from './rules.ts';
import {
  type Affiliate,
  type AffiliateChanges,
  type AffiliateStatus,
  type InviteInput,
  normalizeTrackingCode,
  storedAffiliate,
} from './schema.ts';

const keyOf = (brandId: string, id: string) => keys.item(brandId, 'affiliate', id);

/** 60 random bits as 12 lower-case characters: two creators never meet on one. */
const generateTrackingCode = (): string =>
  Array.from(randomBytes(12), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'.charAt(byte % 32)).join('');

/** The creator that an invitation makes; nothing is written yet. */
export function newAffiliate(input: InviteInput, brand: Brand, now: Date): Affiliate {
  const { commissionOverride } = input;
  return {
    id: newId('affiliate', now),
    brandId: brand.id,
    name: input.name ?? '',
    email: input.email,
    status: 'invited',
    trackingCode: input.trackingCode ?? generateTrackingCode(),
    commissionOverride: commissionOverride
      ? toStoredRate(commissionOverride, brand.currency, 'commissionOverride.value')
      : null,
    totalRevenue: 0,
    totalOrders: 0,
    commissionEarned: 0,
    createdAt: now.toISOString(),
    revision: 0,
  };
}

/** The bound of the plan, for writes after which one more creator counts. */
const placeIn = (brand: Brand) => ({
  field: 'used',
  below: termsInForce({ plan: brand.plan, status: brand.subscriptionStatus }).creators,
  refused: () => forbidden('Creator limit reached'),
});

/** The writes that add a creator: its place in the plan, the item, and the two things that must be its own. */
export function addAffiliate(affiliate: Affiliate, brand: Brand): readonly Write[] {
  const { id, email, trackingCode, status } = affiliate;
  return [
    moveCounter(brand.id, 'affiliates', id, countsOf(status), placeIn(brand)),
    putNew({ ...keys.affiliateEmail(brand.id, normalizeEmail(email)), affiliateId: id }, () =>
      conflict('A creator with this e-mail address exists already'),
    ),
    putNew(
      {
        ...keys.trackingCode(normalizeTrackingCode(trackingCode)),
        brandId: brand.id,
        affiliateId: id,
        trackingCode,
        status,
      },
      () => conflict('This tracking code is taken'),
    ),
    putNew({
      ...keyOf(brand.id, id),
      ...affiliate,
      byStatus: withStatus(brand.id, 'affiliate', status),
    }),
  ];
}

export async function getAffiliate(brandId: string, id: string): Promise<Affiliate> {
  const found = await getItem(keyOf(brandId, id));
  if (found === undefined) throw missing('affiliate');
  return storedAffiliate.parse(found);
}

export function listAffiliates(
  brandId: string,
  { status }: { status?: AffiliateStatus | undefined },
  page: PageRequest,
) {
  const source =
    status === undefined
      ? { partition: collectionOf(brandId, 'affiliate') }
      : { partition: withStatus(brandId, 'affiliate', status), index: 'byStatus' as const };
  const total = { scope: brandId, counter: 'affiliates', field: status ?? 'total' } as const;
  return readList(source, page, (found) => storedAffiliate.parse(found), total);
}

/** Changes a creator, and with its status the counts and what its tracking code says. */
export function updateAffiliate(
  id: string,
  changes: AffiliateChanges,
  brand: Brand,
  role: Role,
): Promise<Affiliate> {
  const given = changes.commissionOverride;
  const commissionOverride = given && toStoredRate(given, brand.currency, 'commissionOverride.value');
  return decideAndWrite(async () => {
    const before = await getAffiliate(brand.id, id);
    const after: Affiliate = {
      ...before,
      status: changes.status ?? before.status,
      name: changes.name ?? before.name,
      commissionOverride: commissionOverride === undefined ? before.commissionOverride : commissionOverride,
      revision: before.revision + 1,
    };
    checkStatusChange(before.status, after.status, role);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before)) return before;
    await transact([...statusWrites(before, after, brand), changeItem(before, after)]);
    return after;
  });
}

const changeItem = (before: Affiliate, after: Affiliate): Write =>
  updateExisting(
    keyOf(after.brandId, after.id),
    {
      update:
        'SET #status = :status, #byStatus = :byStatus, #name = :name, #commissionOverride = :override, #revision = :revision',
      values: {
        status: after.status,
        byStatus: withStatus(after.brandId, 'affiliate', after.status),
        name: after.name,
        override: after.commissionOverride,
        revision: after.revision,
        was: before.revision,
      },
      condition: '#revision = :was',
    },
    changed,
  );

function statusWrites(before: Affiliate, after: Affiliate, brand: Brand): readonly Write[] {
  if (before.status === after.status) return [];
  const takesAnother = takesPlace(after.status) && !takesPlace(before.status);
  return [
    moveCounter(
      brand.id,
      'affiliates',
      after.id,
      countMoves(before.status, after.status),
      takesAnother ? placeIn(brand) : undefined,
    ),
    updateExisting(keys.trackingCode(normalizeTrackingCode(after.trackingCode)), {
      update: 'SET #status = :status',
      values: { status: after.status },
    }),
  ];
}

/** Moves a creator's sums, in minor units, together with whatever moves them. */
export const moveAffiliateSums = (
  brandId: string,
  id: string,
  moves: { totalRevenue: number; totalOrders: number; commissionEarned: number },
): Write =>
  updateExisting(keyOf(brandId, id), {
    update: 'ADD #totalRevenue :totalRevenue, #totalOrders :totalOrders, #commissionEarned :commissionEarned',
    values: moves,
  });
