// Lists creators. Each set of filters has queries of its own.

import { filterSetOf } from '#lib/foundation/contract/filter-sets.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { keys, memberPartition } from '#lib/foundation/table/keys/keys.ts';
import { groupPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { findByClaim, readAtMostOne, readListed, readReferred } from '#lib/foundation/table/list-lookups.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import { brandCodeKey, codeOfBrand, sharedCodeKey } from '#lib/program/affiliates/rules/code-places.ts';
import {
  type Affiliate,
  storedCodeOwner,
  storedEmailClaim,
} from '#lib/program/affiliates/schema/affiliate.ts';
import { type AffiliateFilters, affiliateFilterSets } from '#lib/program/affiliates/schema/filters.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { member, storedCampaign } from '#lib/program/campaigns/schema.ts';
import { campaignKey } from '#lib/program/campaigns/writes.ts';
import { parseAffiliate } from './affiliates.ts';
import { searchAffiliates } from './search.ts';

type ReadList = (brandId: string, filters: AffiliateFilters, page: PageRequest) => Promise<List<Affiliate>>;

const byStatus: ReadList = (brandId, { status }, page) =>
  readList(
    { queries: statusQueries(brandId, 'affiliate', status), kind: 'affiliate' },
    page,
    parseAffiliate,
    totalOf(brandId, 'affiliates', status),
  );

const byEmail: ReadList = (brandId, { email = '' }, page) =>
  readAtMostOne('affiliate', page, () =>
    findByClaim(
      keys.affiliateEmail(brandId, normalizeEmail(email)),
      (claim) => affiliateKey(brandId, storedEmailClaim.parse(claim).affiliateId),
      parseAffiliate,
    ),
  );

const byTrackingCode: ReadList = (brandId, { trackingCode = '' }, page) =>
  readAtMostOne('affiliate', page, async () => {
    const [own, shared] = await getItems([
      brandCodeKey(brandId, trackingCode),
      sharedCodeKey(brandId, trackingCode),
    ]);
    const target = codeOfBrand(brandId, [own, shared]);
    const [found] =
      target === undefined
        ? []
        : await getItems([affiliateKey(brandId, storedCodeOwner.parse(target).affiliateId)]);
    return found && parseAffiliate(found);
  });

const byExternalId: ReadList = (brandId, { externalId = '' }, page) =>
  readAtMostOne('affiliate', page, () =>
    findByClaim(
      externalIdKeys.externalId(brandId, 'affiliate', externalId),
      (claim) => affiliateKey(brandId, ownerIdIn(claim)),
      parseAffiliate,
    ),
  );

const byCampaign: ReadList = async (brandId, { campaignId = '' }, page) => {
  const readTotal = async () => {
    const [campaign] = await getItems([campaignKey(brandId, campaignId)]);
    return campaign === undefined ? 0 : storedCampaign.parse(campaign).creatorsCount;
  };
  const source = {
    queries: [{ partition: memberPartition(brandId, campaignId) }],
    kind: 'affiliate',
  } as const;
  const members = await readList(source, page, (found) => member.parse(found), readTotal);
  return readReferred(members, ({ affiliateId }) => affiliateKey(brandId, affiliateId), parseAffiliate);
};

/** Omits a creator who has left the group after the index was read. */
const byGroup: ReadList = (brandId, { group = '' }, page) =>
  readListed(
    { queries: [{ partition: groupPartition(brandId, group), index: 'byCampaign' }], kind: 'affiliate' },
    page,
    (id) => affiliateKey(brandId, id),
    parseAffiliate,
    { isCurrent: (creator) => creator.group === group },
  );

const lists: Readonly<Record<keyof typeof affiliateFilterSets, ReadList>> = {
  status: byStatus,
  email: byEmail,
  trackingCode: byTrackingCode,
  externalId: byExternalId,
  campaign: byCampaign,
  group: byGroup,
  search: (brandId, { q = '' }, page) => searchAffiliates(brandId, q, page),
};

export const listAffiliates: ReadList = (brandId, filters, page) =>
  lists[filterSetOf(affiliateFilterSets, filters)](brandId, filters, page);
