// Reads and writes of campaigns.
import { isDeepStrictEqual } from 'node:util';
import { termsInForce } from '#lib/billing/rules/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { checkDates, checkStatusChange, countMoves, countsOf } from '#lib/campaigns/rules.ts';
import {
  type Campaign,
  type CampaignChanges,
  type CampaignInput,
  type CampaignStatus,
  storedCampaign,
} from '#lib/campaigns/schema.ts';
import { conflict, forbidden } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { type RateInput, toStoredRate } from '#lib/shared/rates.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { transact } from '#lib/table/transact.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { deleteExisting, putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

const keyOf = (brandId: string, id: string) => keys.item(brandId, 'campaign', id);

const storedCommission = (commission: RateInput | null, currency: string) =>
  commission === null ? null : toStoredRate(commission, currency, 'commission.value');

/** The campaign that an input makes; nothing is written yet. */
export function newCampaign(input: CampaignInput, brand: Brand, now: Date): Campaign {
  const campaign: Campaign = {
    id: newId('campaign', now),
    brandId: brand.id,
    name: input.name,
    status: input.status,
    startDate: input.startDate ?? null,
    endDate: input.endDate ?? null,
    landingUrl: input.landingUrl ?? null,
    commission: storedCommission(input.commission ?? null, brand.currency),
    attributionWindowDays: input.attributionWindowDays ?? null,
    creatorsCount: 0,
    totalRevenue: 0,
    createdAt: now.toISOString(),
    revision: 0,
  };
  checkDates(campaign);
  return campaign;
}

/** The bound of the plan on campaigns that have not ended; none where the plan has none. */
function placeIn(brand: Brand) {
  const { campaigns } = termsInForce({ plan: brand.plan, status: brand.subscriptionStatus });
  if (campaigns === null) return undefined;
  return { field: 'open', below: campaigns, refused: () => forbidden('Campaign limit reached') };
}

/** The writes that add a campaign: its place in the plan, and the item. */
export const addCampaign = (campaign: Campaign, brand: Brand): readonly Write[] => [
  incrementCounter(brand.id, 'campaigns', campaign.id, countsOf(campaign.status), placeIn(brand)),
  putNew({
    ...keyOf(brand.id, campaign.id),
    type: 'campaign',
    ...campaign,
    ...indexKeys.byStatus(brand.id, 'campaign', campaign.status),
  }),
];

const parseSummed = async (found: Item) => storedCampaign.parse(await withSpreadTotals(found));

const findCampaign = (brandId: string, id: string): Promise<Item> =>
  getExisting(keyOf(brandId, id), 'campaign');

export const getCampaign = async (brandId: string, id: string): Promise<Campaign> =>
  parseSummed(await findCampaign(brandId, id));

export function listCampaigns(
  brandId: string,
  { status }: { status?: CampaignStatus | undefined },
  page: PageRequest,
) {
  const source = listQueryFor(brandId, 'campaign', { status });
  const total = { scope: brandId, counter: 'campaigns', field: status ?? 'total' } as const;
  return readList(source, page, parseSummed, total);
}

/** Changes a campaign; the dates rule holds for the result, and the counts follow its status. */
export function updateCampaign(id: string, changes: CampaignChanges, brand: Brand): Promise<Campaign> {
  const { commission, ...plain } = changes;
  const given = commission === undefined ? {} : { commission: storedCommission(commission, brand.currency) };
  return retryOnConflict(async () => {
    const before = await getCampaign(brand.id, id);
    const after: Campaign = { ...before, ...plain, ...given, revision: before.revision + 1 };
    checkDates(after);
    checkStatusChange(before.status, after.status);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before)) return before;
    await transact([changeItem(before, after), ...statusWrites(before, after)]);
    return after;
  });
}

const statusWrites = (before: Campaign, after: Campaign): readonly Write[] =>
  before.status === after.status
    ? []
    : [incrementCounter(after.brandId, 'campaigns', after.id, countMoves(before.status, after.status))];

function changeItem(before: Campaign, after: Campaign): Write {
  const { brandId, id, name, status, startDate, endDate, landingUrl, revision } = after;
  const { commission, attributionWindowDays } = after;
  const terms = { startDate, endDate, landingUrl, commission, attributionWindowDays };
  const indexed = indexKeys.byStatus(brandId, 'campaign', status);
  const fields = { name, status, ...terms, revision, ...indexed };
  const values = { ...fields, was: before.revision };
  return updateExisting(
    keyOf(brandId, id),
    { update: setAll(fields), condition: '#revision = :was', values },
    staleWrite,
  );
}

/** Deletes a draft. Its members leave with it, after it: functions/streams/continue-work.ts. */
export function deleteCampaign(brandId: string, id: string): Promise<void> {
  return retryOnConflict(async () => {
    const { status } = storedCampaign.parse(await findCampaign(brandId, id));
    if (status !== 'draft') throw conflict('Only draft campaigns can be deleted');
    await transact([
      deleteExisting(keyOf(brandId, id), staleWrite, {
        condition: '#status = :draft',
        values: { draft: status },
      }),
      incrementCounter(brandId, 'campaigns', id, { total: -1, draft: -1, open: -1 }),
    ]);
  });
}
