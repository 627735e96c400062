// Reads, changes and deletes campaigns.
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { VersionCheck } from '#lib/foundation/contract/conventions.ts';
import { changedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { afterUpdate } from '#lib/foundation/shared/past-values.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { findByClaim, readAtMostOne } from '#lib/foundation/table/list-lookups.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import {
  checkDates,
  checkLandingUrl,
  checkStatusChange,
  storedCommission,
} from '#lib/program/campaigns/rules/campaign.ts';
import type { CampaignChanges, CampaignFilters } from '#lib/program/campaigns/schema/endpoints.ts';
import { type Campaign, storedCampaign } from '#lib/program/campaigns/schema.ts';
import { campaignKey, changeCampaign, removeDraft } from '#lib/program/campaigns/writes.ts';

const parseWithTotals = async (found: Item) => storedCampaign.parse(await withSpreadTotals(found));

const findCampaign = (brandId: string, id: string): Promise<Item> =>
  getExisting(campaignKey(brandId, id), 'campaign');

export const getCampaign = async (brandId: string, id: string): Promise<Campaign> =>
  parseWithTotals(await findCampaign(brandId, id));

export const listCampaigns = (
  brandId: string,
  { status, externalId }: CampaignFilters,
  page: PageRequest,
): Promise<List<Campaign>> =>
  externalId === undefined
    ? readList(
        { queries: statusQueries(brandId, 'campaign', status), kind: 'campaign' },
        page,
        parseWithTotals,
        totalOf(brandId, 'campaigns', status),
      )
    : readAtMostOne('campaign', page, () =>
        findByClaim(
          externalIdKeys.externalId(brandId, 'campaign', externalId),
          (claim) => campaignKey(brandId, ownerIdIn(claim)),
          parseWithTotals,
        ),
      );

type Terms = Pick<Campaign, 'status' | 'commission' | 'attributionWindowDays'>;

/** Old orders are judged by the status, the rate and the attribution window of their time. */
const pastOf = (
  { status, commission, attributionWindowDays, ...before }: Campaign,
  after: Terms,
  now: Date,
) => ({
  pastStatuses: afterUpdate(before.pastStatuses, { before: status, after: after.status }, now),
  pastCommissions: afterUpdate(before.pastCommissions, { before: commission, after: after.commission }, now),
  pastWindows: afterUpdate(
    before.pastWindows,
    { before: attributionWindowDays, after: after.attributionWindowDays },
    now,
  ),
});

export function updateCampaign(
  id: string,
  changes: CampaignChanges,
  brand: Brand,
  now: Date,
  checkVersion: VersionCheck<Campaign>,
): Promise<Campaign> {
  const { commission, graceDays, externalId, metadata, ...otherChanges } = changes;
  const commissionChange =
    commission === undefined ? {} : { commission: storedCommission(commission, brand.currency) };
  checkLandingUrl(changes.landingUrl, brand);
  return retryOnConflict(async () => {
    const before = await getCampaign(brand.id, id);
    const changed = {
      ...before,
      ...otherChanges,
      ...commissionChange,
      ...(graceDays !== undefined && { graceDays: graceDays ?? 0 }),
      ...changedAnnotations(before, { externalId, metadata }),
      revision: before.revision + 1,
    };
    const after: Campaign = { ...changed, ...pastOf(before, changed, now) };
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before)) return before;
    checkVersion?.(before);
    checkDates(after);
    checkStatusChange(before.status, after.status);
    await transact(changeCampaign(before, after));
    return after;
  });
}

export function deleteCampaign(
  brandId: string,
  id: string,
  checkVersion: VersionCheck<Campaign>,
): Promise<void> {
  return retryOnConflict(async () => {
    const draft = storedCampaign.parse(await findCampaign(brandId, id));
    if (draft.status !== 'draft') throw conflict('campaign_not_draft', 'Only draft campaigns can be deleted');
    checkVersion?.(draft);
    await transact(removeDraft(draft));
  });
}
