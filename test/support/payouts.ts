// Creates and reads payouts and their commissions.

import { now } from '#lib/foundation/shared/clock.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { dataOf } from './answers.ts';
import { addCommission, createCommission, someCommission } from './commissions.ts';
import { createCreators } from './creators.ts';
import { writeInBulk } from './fill.ts';
import type { Json } from './json.ts';
import { type Answer, createBrand, send, type TestBrand } from './service.ts';

/** A brand with active creators, oldest first. */
export interface BrandWithCreators extends TestBrand {
  readonly creators: readonly string[];
}

export async function brandWithCreators(
  count: number,
  given: { currency?: string } = {},
): Promise<BrandWithCreators> {
  const brand = await createBrand('scale', given);
  return { ...brand, creators: await createCreators(brand.brand, count) };
}

/** Creates an approved commission. `amount` is in minor units. */
export const createApprovedCommission = (
  { brand }: TestBrand,
  affiliateId: string,
  amount: number,
): Promise<Commission> => createCommission({ brandId: brand.id, affiliateId, amount, status: 'approved' });

/** Creates approved commissions of different amounts for all creators in turn. */
export async function fillCommissions({ brand, creators }: BrandWithCreators, count: number): Promise<void> {
  const at = now();
  await writeInBulk(
    Array.from({ length: count }, (_, index) => {
      const affiliateId = creators[index % creators.length] ?? '';
      const amount = 100 + index;
      return addCommission(
        someCommission({ brandId: brand.id, affiliateId, amount, status: 'approved' }, at),
      );
    }).flat(),
  );
}

export const postPayout = (token: string, body?: object, query = ''): Promise<Answer> =>
  send('POST', `/payouts${query}`, { token, body });

export const createPayout = (token: string, body?: object) => dataOf(postPayout(token, body), 201);
/** The preview as the payout will be: only a preview says who would be in no file. */
export const payoutOfPreview = ({ dryRun: _, isComplete: __, ...preview }: Json): Json => ({
  ...preview,
  lines: preview.lines.map(({ notInFile: ___, ...line }: Json) => line),
});
export const readPayout = (token: string, id: string) => dataOf(send('GET', `/payouts/${id}`, { token }));
export const patchPayout = (token: string, id: string, body: object): Promise<Answer> =>
  send('PATCH', `/payouts/${id}`, { token, body });
export const payPayout = (token: string, id: string, reference = 'transfer-1') =>
  dataOf(patchPayout(token, id, { status: 'paid', reference }));
export const postReopening = (
  token: string,
  id: string,
  body: object = { reason: 'Bank error' },
): Promise<Answer> => send('POST', `/payouts/${id}/reopen`, { token, body });
export const reopenPayout = (token: string, id: string) => dataOf(postReopening(token, id));
export const patchLine = (token: string, id: string, affiliateId: string, body: object): Promise<Answer> =>
  send('PATCH', `/payouts/${id}/lines/${affiliateId}`, { token, body });
export const markLine = (token: string, id: string, affiliateId: string, status: 'paid' | 'failed') =>
  dataOf(patchLine(token, id, affiliateId, { status }));
export const cancelPayout = (token: string, id: string) =>
  dataOf(patchPayout(token, id, { status: 'canceled' }));

export async function commissionsOf(brandId: string): Promise<readonly Commission[]> {
  const items = await queryPartition(collectionPartition(brandId, 'commission'));
  return items.map((item) => storedCommission.parse(item));
}

export async function readCommission(brandId: string, id: string): Promise<Commission> {
  const [found] = await getItems([keys.item(brandId, 'commission', id)]);
  return storedCommission.parse(found);
}
