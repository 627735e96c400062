// Reads and writes of creators.
import { randomBytes } from 'node:crypto';
import { countsOf } from '#lib/affiliates/rules/status.ts';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import {
  type Affiliate,
  type AffiliateStatus,
  type InviteInput,
  storedAffiliate,
} from '#lib/affiliates/schema.ts';
import { normalizeEmail } from '#lib/auth/schema.ts';
import { termsInForce } from '#lib/billing/rules/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { conflict, forbidden } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { putNew, type Write } from '#lib/table/writes/write.ts';

export const affiliateKey = (brandId: string, id: string) => keys.item(brandId, 'affiliate', id);

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
export const placeIn = (brand: Brand) => ({
  field: 'used',
  below: termsInForce({ plan: brand.plan, status: brand.subscriptionStatus }).creators,
  refused: () => forbidden('Creator limit reached'),
});

/** The writes that add a creator: its place in the plan, the item, and the two things that must be its own. */
export function addAffiliate(affiliate: Affiliate, brand: Brand): readonly Write[] {
  const { id, email, trackingCode, status } = affiliate;
  return [
    incrementCounter(brand.id, 'affiliates', id, countsOf(status), placeIn(brand)),
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
      ...affiliateKey(brand.id, id),
      ...affiliate,
      ...indexKeys.byStatus(brand.id, 'affiliate', status),
    }),
  ];
}

const parseSummed = async (found: Item) => storedAffiliate.parse(await withSpreadTotals(found));

export const getAffiliate = async (brandId: string, id: string): Promise<Affiliate> =>
  parseSummed(await getExisting(affiliateKey(brandId, id), 'affiliate'));

export function listAffiliates(
  brandId: string,
  { status }: { status?: AffiliateStatus | undefined },
  page: PageRequest,
) {
  const source = listQueryFor(brandId, 'affiliate', { status });
  const total = { scope: brandId, counter: 'affiliates', field: status ?? 'total' } as const;
  return readList(source, page, parseSummed, total);
}
