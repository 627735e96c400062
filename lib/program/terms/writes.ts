// Builds the writes that set a version of terms.
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { monthConsumer } from '#lib/program/terms/rules/month-consumer.ts';
import type { TermsVersion } from '#lib/program/terms/schema/version.ts';

/** The item of a brand, a campaign or a creator. */
export interface TermsOwner {
  readonly key: Key;
  readonly revision: number;
  readonly hasTerms?: true | undefined;
}

/**
 * The months of a brand are settled from its first tiers or monthly cap on. No earlier ledger entry can matter, because terms never apply
 * to the past.
 */
function beginSettling({ brandId, createdAt, terms }: TermsVersion): readonly Write[] {
  if (terms?.tiers === undefined && terms?.caps.perMonth === undefined) return [];
  const setOnce = { brandId, decidedUntil: createdAt };
  return [{ kind: 'update', key: keys.checkpoint(monthConsumer, brandId), setOnce }];
}

/** Replaces a version that has not been valid yet. The revision of the owner orders concurrent changes. */
export function putVersion(owner: TermsOwner, version: TermsVersion): readonly Write[] {
  const { brandId, ownerId, validFrom, revision } = version;
  const { key, ...before } = owner;
  const after: Omit<TermsOwner, 'key'> = { ...before, hasTerms: true };
  return [
    ...beginSettling(version),
    changeItem(key, before, after),
    {
      kind: 'put',
      item: { ...keys.terms(brandId, ownerId, validFrom), ...version },
      condition: revision === 0 ? 'attribute_not_exists(#pk)' : '#revision = :was',
      ...(revision > 0 && { values: { was: revision - 1 } }),
      refused: staleWrite,
    },
  ];
}
