// Finds the commissions that a bulk decision selects, by their ids or by a filter.
import type { Brand } from '#lib/access/brands/schema.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { isEmpty, rangeBetween } from '#lib/foundation/shared/time-ranges.ts';
import { heldListQuery, listQueryFor } from '#lib/foundation/table/list-query.ts';
import { timeRangeOfIds } from '#lib/foundation/table/list-source.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { DecisionFilter, Selection } from '#lib/money/commissions/schema/inputs.ts';
import { parseCommission } from './commissions.ts';

const maxDecisions = 100;
/** Fits into one response of DynamoDB. Most of the commissions read can belong to other campaigns, for example. */
const maxRead = 500;

interface Selected {
  readonly ids: readonly string[];
  /** Where the next request continues. Null after the last commission. */
  readonly cursor: string | null;
}

const matches = (
  { campaignId, held }: DecisionFilter,
  { campaignId: itsCampaign, hold }: Commission,
): boolean =>
  (campaignId === undefined || campaignId === itsCampaign) &&
  (held === undefined || held === (hold !== null));

function rangeOf({ createdFrom, createdTo }: DecisionFilter, { timezone }: Pick<Brand, 'timezone'>) {
  const range = rangeBetween(createdFrom, createdTo, timezone);
  if (isEmpty(range)) throw invalidField('filter.createdFrom', 'Must not be after `createdTo`');
  return timeRangeOfIds('commission', range);
}

/** The oldest come first, so that a commission that is created meanwhile is not skipped. */
async function findMatching(brand: Brand, filter: DecisionFilter, after: string | null): Promise<Selected> {
  const { status, affiliateId, held } = filter;
  const list =
    held === true && affiliateId === undefined
      ? heldListQuery(brand.id, 'commission')
      : listQueryFor(brand.id, 'commission', { status, affiliateId });
  const page = await readPageAfter(list, after, maxRead, rangeOf(filter, brand));
  const ids = page.items
    .map(parseCommission)
    .filter((commission) => matches(filter, commission))
    .map(({ id }) => id);
  const selected = ids.slice(0, maxDecisions);
  if (selected.length < ids.length) return { ids: selected, cursor: selected.at(-1) ?? null };
  return { ids, cursor: page.isLast ? null : page.upTo };
}

export const selectCommissions = async (
  brand: Brand,
  { ids = [], filter, cursor }: Selection,
): Promise<Selected> =>
  filter === undefined ? { ids, cursor: null } : findMatching(brand, filter, cursor ?? null);
