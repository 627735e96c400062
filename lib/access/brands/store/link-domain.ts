// Sets, verifies and removes the domain of a brand's links.
import * as z from 'zod';
import {
  type CheckedDomain,
  problemOfRecords,
  proofOf,
  requireLinkPrefix,
} from '#lib/access/brands/rules/link-domain.ts';
import type { LinkDomainProblem } from '#lib/access/brands/schema/link-domain.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { claimChangedDomain } from '#lib/access/brands/writes.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { LinkDomain } from '#lib/foundation/shared/link-domain.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { type Precondition, withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import { getBrand } from './lookup.ts';
import { readTxtRecords } from './txt-records.ts';

const servedPrefixes = z.record(z.string(), z.string());

/** The domains that CloudFront serves, each with the link prefix that it puts before the code. */
const prefixServedAt = (domain: string): string | undefined =>
  servedPrefixes.parse(JSON.parse(environment.LINK_DOMAINS ?? '{}'))[domain];

/** Reads DNS only for domains that the stage serves, so that nobody can make the service ask for any name. */
async function problemOf(brand: Brand, domain: string): Promise<LinkDomainProblem | null> {
  if (prefixServedAt(domain) !== brand.linkPrefix) return 'not_served';
  const { name, value } = proofOf(brand, domain);
  return problemOfRecords(await readTxtRecords(name), value);
}

async function change(
  before: Brand,
  linkDomain: LinkDomain | undefined,
  preconditions: readonly Precondition[],
): Promise<void> {
  const { linkDomain: _, ...others } = before;
  const after = { ...others, ...(linkDomain && { linkDomain }) };
  const write = changeItem(keys.brand(before.id), before, after);
  await transact(withPreconditions([write, ...claimChangedDomain(before, after)], preconditions));
}

/** A repeated request checks a pending domain again. A verified domain stays verified until the brand removes it. */
export const setLinkDomain = (
  brandId: string,
  domain: string,
  now: Date,
  preconditions: readonly Precondition[],
): Promise<CheckedDomain> =>
  retryOnConflict(async () => {
    const brand = await getBrand(brandId);
    requireLinkPrefix(brand);
    const known = brand.linkDomain?.domain === domain ? brand.linkDomain : undefined;
    if (known && known.verifiedAt !== null) return { brand, linkDomain: known, problem: null };
    const problem = await problemOf(brand, domain);
    if (known && problem !== null) return { brand, linkDomain: known, problem };
    const linkDomain = { domain, verifiedAt: problem === null ? now.toISOString() : null };
    await change(brand, linkDomain, preconditions);
    return { brand, linkDomain, problem };
  });

export const removeLinkDomain = (brandId: string, preconditions: readonly Precondition[]): Promise<void> =>
  retryOnConflict(async () => {
    const brand = await getBrand(brandId);
    if (brand.linkDomain !== undefined) await change(brand, undefined, preconditions);
  });
