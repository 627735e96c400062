// Finds the commissions that a decision selects, by their ids or by a filter.
import type { Brand } from '#lib/access/brands/schema.ts';
import { isEmpty } from '#lib/foundation/shared/time-ranges.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { heldListQuery, listQueryFor } from '#lib/foundation/table/list-query.ts';
import { timeRangeOfIds } from '#lib/foundation/table/list-source.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import {
  checkMatches,
  decisionRange,
  endingBy,
  matches,
} from '#lib/money/commissions/rules/decision-filter.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import type { DecisionFilter, Selection } from '#lib/money/commissions/schema/inputs.ts';

const maxDecisions = 100;
/** Fits into one response of DynamoDB. Most of the commissions read can belong to other campaigns, for example. */
const maxRead = 500;

interface Found {
  readonly ids: readonly string[];
  /** The position from which the next request continues. It is null after the last commission. */
  readonly cursor: string | null;
}

interface Selected extends Found {
  /** Throws a 409 for a commission that the filter does not select any more, because it has changed since it was found. */
  readonly check: (commission: Commission) => void;
}

/** Selects an unreadable commission, so that its own decision fails instead of the search. */
function isSelected(item: Item, filter: DecisionFilter): boolean {
  const { success, data } = storedCommission.safeParse(item);
  return !success || matches(filter, data);
}

/**
 * The oldest come first, so that a commission that is created meanwhile is not skipped. Without `end`, commissions of any time are
 * found.
 */
export async function findMatching(
  brand: Pick<Brand, 'id' | 'timezone'>,
  filter: DecisionFilter,
  after: string | null,
  end?: Date,
): Promise<Found> {
  const { status, affiliateId, held } = filter;
  const list =
    held === true && affiliateId === undefined
      ? heldListQuery(brand.id, 'commission')
      : listQueryFor(brand.id, 'commission', { status, affiliateId });
  const asked = decisionRange(filter, brand.timezone);
  const range = end === undefined ? asked : endingBy(asked, end);
  if (isEmpty(range)) return { ids: [], cursor: null };
  const page = await readPageAfter(list, after, maxRead, timeRangeOfIds('commission', range));
  const ids = page.items.filter((item) => isSelected(item, filter)).map(({ sk }) => String(sk));
  const selected = ids.slice(0, maxDecisions);
  if (selected.length < ids.length) return { ids: selected, cursor: selected.at(-1) ?? null };
  return { ids, cursor: page.isLast ? null : page.upTo };
}

export async function selectCommissions(
  brand: Brand,
  { ids = [], filter, cursor }: Selection,
): Promise<Selected> {
  if (filter === undefined) return { ids, cursor: null, check: () => {} };
  const check = (commission: Commission) => checkMatches(filter, commission);
  return { ...(await findMatching(brand, filter, cursor ?? null)), check };
}
