// Creates or updates a creator by its external id.

import type { Brand } from '#lib/access/brands/schema.ts';
import type { VersionCheck } from '#lib/foundation/contract/conventions.ts';
import { newAnnotations } from '#lib/foundation/shared/annotations.ts';
import { DomainError, isUnavailable, unknownReference } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { changedAffiliate } from '#lib/program/affiliates/rules/changed-affiliate.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { checkTrackingCode } from '#lib/program/affiliates/rules/taken.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { type UpsertInput, upsertParams } from '#lib/program/affiliates/schema/upsert.ts';
import { addAffiliate, affiliateKey, changeAffiliate } from '#lib/program/affiliates/writes.ts';
import { addMember } from '#lib/program/campaigns/writes.ts';
import { isSame, parseAffiliate } from './affiliates.ts';

const claimKey = (brandId: string, externalId: string) =>
  externalIdKeys.externalId(brandId, 'affiliate', externalId);

/** Plans no read for an invalid external id, which could be longer than a key may be. */
export function planClaim(parameters: unknown, brandId: string) {
  const { data } = upsertParams.safeParse(parameters);
  return planReads({ claim: data && claimKey(brandId, data.externalId) });
}

async function readClaim(brandId: string, externalId: string): Promise<Item | undefined> {
  const [claim] = await getItems([claimKey(brandId, externalId)]);
  return claim;
}

interface Upsert {
  readonly externalId: string;
  readonly input: UpsertInput;
  readonly brand: Brand;
  readonly now: Date;
  readonly checkVersion: VersionCheck<Affiliate>;
}

interface Upserted {
  readonly affiliate: Affiliate;
  readonly isNew: boolean;
}

/** `claim` is the claim of the external id as the request has read it first. */
export const upsertAffiliate = (upsert: Upsert, claim: Item | undefined): Promise<Upserted> =>
  retryOnConflict(async (conflicts) => {
    const { brand, externalId } = upsert;
    const current = conflicts === 0 ? claim : await readClaim(brand.id, externalId);
    return current === undefined ? create(upsert) : update(upsert, ownerIdIn(current));
  });

async function create({ externalId, input, brand, now, checkVersion }: Upsert): Promise<Upserted> {
  checkVersion?.(undefined);
  const { metadata, ...fields } = input;
  const invitation = { ...fields, externalId, metadata: newAnnotations({ metadata }).metadata };
  const affiliate = newAffiliate(invitation, brand, now);
  const joins = (input.campaignIds ?? []).flatMap((campaignId, index) =>
    addMember(brand.id, campaignId, affiliate.id, now, unknownCampaign(index)),
  );
  try {
    await transact([...joins, ...addAffiliate(affiliate, brand)]);
  } catch (error) {
    // A concurrent request may have created the creator. It has then also taken the e-mail address and the tracking code.
    const wasRefused = error instanceof DomainError && !isUnavailable(error);
    if (wasRefused && (await readClaim(brand.id, externalId)) !== undefined) throw staleWrite();
    throw error;
  }
  return { affiliate, isNew: true };
}

async function update(upsert: Upsert, id: string): Promise<Upserted> {
  const { externalId, input, brand, now, checkVersion } = upsert;
  const { trackingCode, campaignIds = [], ...changes } = input;
  const memberKeys = campaignIds.map((campaignId) => keys.member(brand.id, campaignId, id));
  const [found, ...members] = await getItems([affiliateKey(brand.id, id), ...memberKeys]);
  const before = found === undefined ? undefined : await parseAffiliate(found);
  if (before === undefined || before.externalId !== externalId) throw staleWrite();
  checkTrackingCode(before, trackingCode);
  const after = changedAffiliate(before, changes, brand, now);
  const joins = campaignIds.flatMap((campaignId, index) =>
    members[index] === undefined
      ? addMember(brand.id, campaignId, id, now, unknownCampaign(index), staleWrite)
      : [],
  );
  if (joins.length === 0 && isSame(before, after)) return { affiliate: before, isNew: false };
  checkVersion?.(before);
  await transact([...changeAffiliate(before, after, brand, now), ...joins]);
  return { affiliate: after, isNew: false };
}

const unknownCampaign = (index: number) => () => unknownReference(`campaignIds.${index}`, 'campaign');
