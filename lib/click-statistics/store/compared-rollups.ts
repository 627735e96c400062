// Finds the differences between expected and stored rollups.
import { isSame } from '#lib/click-statistics/rules/rollups/comparable.ts';
import type { Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import {
  creatorCountsText,
  withoutCreators,
} from '#lib/click-statistics/rules/wide-months/creator-counts.ts';
import { now } from '#lib/shared/clock.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { timeToLive } from '#lib/table/keys/keys.ts';
import { campaignOfScope } from '#lib/table/keys/wide-month-keys.ts';

export interface Difference {
  readonly key: Key;
  readonly expected: Item | undefined;
  readonly stored: Item | undefined;
}

/** Both have the items by the text of their keys. */
export interface ComparedRollups {
  readonly expected: ReadonlyMap<string, Item>;
  readonly stored: ReadonlyMap<string, Item>;
  /** By partition. */
  readonly scopes: ReadonlyMap<unknown, Scope>;
}

const hasExpired = (item: Item | undefined): boolean => Number(item?.[timeToLive]) < epochSeconds(now());

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** Of a creator or a campaign that no longer exists. */
const unknownScope: Scope = { kind: 'brand', brandId: '', name: '' };

type Judge = (scope: Scope, expected: Item | undefined, stored: Item | undefined) => boolean;

function differencesBy(
  isSameItem: Judge,
  { expected, stored, scopes }: ComparedRollups,
): readonly Difference[] {
  return [...new Set([...expected.keys(), ...stored.keys()])].flatMap((name): readonly Difference[] => {
    const [one, other] = [expected.get(name), stored.get(name)];
    if (hasExpired(one ?? other)) return [];
    const key = keyOf(one ?? other ?? {});
    const scope = scopes.get(key.pk) ?? unknownScope;
    if (isSameItem(scope, one, other)) return [];
    return [{ key, expected: one, stored: other }];
  });
}

const isSameInScope: Judge = ({ kind }, expected, stored) => isSame(kind, expected, stored);

export const differencesIn = (compared: ComparedRollups): readonly Difference[] =>
  differencesBy(isSameInScope, compared);

/** The brand or the campaign whose clicks by creator are in the item. A creator has none. */
const ownerOf = ({ kind, name }: Scope): string | undefined =>
  kind === 'affiliate' ? undefined : (campaignOfScope(name) ?? '');

function creatorCountsByOwner(
  items: ReadonlyMap<string, Item>,
  scopes: ComparedRollups['scopes'],
): ReadonlyMap<string | undefined, string> {
  const withScopes = [...items.values()].flatMap((item): readonly (readonly [Scope, Item])[] => {
    const scope = scopes.get(item.pk);
    return scope === undefined ? [] : [[scope, item]];
  });
  const byOwner = Map.groupBy(withScopes, ([scope]) => ownerOf(scope));
  return new Map([...byOwner].map(([owner, own]) => [owner, creatorCountsText(own)]));
}

/** The creators of a group may be in its brand or campaign instead. */
const isSameWithoutCreators: Judge = (scope, expected, stored) =>
  scope.kind === 'group' || isSameInScope(scope, expected, withoutCreators(scope.kind, stored));

function ownersWithDifferences(compared: ComparedRollups): ReadonlySet<string | undefined> {
  const { expected, stored, scopes } = compared;
  const [one, other] = [creatorCountsByOwner(expected, scopes), creatorCountsByOwner(stored, scopes)];
  const inCounts = [...one.keys(), ...other.keys()].filter(
    (owner) => (one.get(owner) ?? '[]') !== (other.get(owner) ?? '[]'),
  );
  const inItems = differencesBy(isSameWithoutCreators, compared).map(({ key }) =>
    ownerOf(scopes.get(key.pk) ?? unknownScope),
  );
  return new Set([...inCounts, ...inItems]);
}

/**
 * In a wide month, the clicks by creator from before are in the brand and the campaigns, and may stay there. If anything of such an owner
 * is wrong, all its items that are not in the wide layout are different, so that a repair does not lose these clicks.
 */
export function differencesInWideMonth(compared: ComparedRollups): readonly Difference[] {
  const owners = ownersWithDifferences(compared);
  return differencesBy(
    (scope, expected, stored) =>
      (owners.has(ownerOf(scope)) ? isSameInScope : isSameWithoutCreators)(scope, expected, stored),
    compared,
  );
}
