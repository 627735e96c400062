// Finds the commissions that a bulk decision selects, by their ids or by a filter.
import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
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

interface Found {
  readonly ids: readonly string[];
  /** The position from which the next request continues. It is null after the last commission. */
  readonly cursor: string | null;
}

interface Selected extends Found {
  /** Throws a 409 for a commission that the filter does not select any more, because it has changed since it was found. */
  readonly check: (commission: Commission) => void;
}

const matches = (
  { status, campaignId, held }: DecisionFilter,
  { status: itsStatus, campaignId: itsCampaign, hold }: Commission,
): boolean =>
  status === itsStatus &&
  (campaignId === undefined || campaignId === itsCampaign) &&
  (held === undefined || held === (hold !== null));

function rangeOf({ createdFrom, createdTo }: DecisionFilter, { timezone }: Pick<Brand, 'timezone'>) {
  const range = rangeBetween(createdFrom, createdTo, timezone);
  if (isEmpty(range)) throw invalidField('filter.createdFrom', 'Must not be after `createdTo`');
  return timeRangeOfIds('commission', range);
}

/** The oldest come first, so that a commission that is created meanwhile is not skipped. */
async function findMatching(brand: Brand, filter: DecisionFilter, after: string | null): Promise<Found> {
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

export async function selectCommissions(
  brand: Brand,
  { ids = [], filter, cursor }: Selection,
): Promise<Selected> {
  if (filter === undefined) return { ids, cursor: null, check: () => {} };
  const check = (commission: Commission) => {
    if (!matches(filter, commission))
      throw conflict(
        'status_conflict',
        `The filter does not select the commission any more: it is ${commission.status}`,
      );
  };
  return { ...(await findMatching(brand, filter, cursor ?? null)), check };
}
