// Builds the writes that set a version of terms.
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { monthConsumer } from '#lib/program/terms/rules/month-consumer.ts';
import type { TermsVersion } from '#lib/program/terms/schema/version.ts';

/** The item of a brand, a campaign, a creator or a group. */
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

/** The item that a group gets with its first terms. */
export interface NewGroup {
  readonly key: Key;
  readonly brandId: string;
}

function markOwner(owner: TermsOwner | NewGroup): Write {
  if (!('revision' in owner))
    return putNew({ ...owner.key, brandId: owner.brandId, hasTerms: true, revision: 0 }, staleWrite);
  const { key, ...before } = owner;
  const after: Omit<TermsOwner, 'key'> = { ...before, hasTerms: true };
  return changeItem(key, before, after);
}

/** Replaces a version that has not been valid yet. The revision of the owner orders concurrent changes. */
export function putVersion(owner: TermsOwner | NewGroup, version: TermsVersion): readonly Write[] {
  const { brandId, ownerId, validFrom, revision } = version;
  return [
    ...beginSettling(version),
    markOwner(owner),
    {
      kind: 'put',
      item: { ...keys.terms(brandId, ownerId, validFrom), ...version },
      condition: revision === 0 ? 'attribute_not_exists(#pk)' : '#revision = :was',
      ...(revision > 0 && { values: { was: revision - 1 } }),
      refused: staleWrite,
    },
  ];
}
