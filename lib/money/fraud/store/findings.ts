// Reads fraud findings, and decides about them.
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { type Decided, decideCommission, decideFinding } from '#lib/money/fraud/rules/decide.ts';
import type { FindingFilters } from '#lib/money/fraud/schema/endpoints.ts';
import { type FraudFinding, storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { changeFinding, findingKey } from '#lib/money/fraud/writes.ts';

const parse = (found: Item): FraudFinding => storedFinding.parse(found);

export const getFinding = async (brandId: string, id: string): Promise<FraudFinding> =>
  parse(await getExisting(findingKey(brandId, id), 'fraudFinding'));

/** Findings are few, so the list is counted instead of keeping counters. */
export const listFindings = (
  brandId: string,
  { status, affiliateId }: FindingFilters,
  page: PageRequest,
): Promise<List<FraudFinding>> =>
  readList(
    { queries: statusQueries(brandId, 'fraudFinding', status, affiliateId), kind: 'fraudFinding' },
    page,
    parse,
    undefined,
  );

/** Prepares the change of a commission, with its ledger entries. */
type PrepareChange = (
  brandId: string,
  id: string,
  now: Date,
  change: (before: Commission) => Commission,
) => Promise<{ readonly writes: readonly Write[] }>;

interface Finding {
  readonly brandId: string;
  readonly id: string;
}

/** Returns no writes if the finding is already decided in this way. */
export async function prepareDecision(
  { brandId, id }: Finding,
  decided: Decided,
  prepareChange: PrepareChange,
  now: Date,
): Promise<{ readonly after: FraudFinding; readonly writes: readonly Write[] }> {
  const before = await getFinding(brandId, id);
  const after = decideFinding(before, decided, now);
  if (after === before) return { after, writes: [] };
  const { commissionId } = before;
  const change = (commission: Commission) => decideCommission(commission, before, decided, now);
  const { writes } =
    commissionId === null ? { writes: [] } : await prepareChange(brandId, commissionId, now, change);
  return { after, writes: [changeFinding(before, after), ...writes] };
}
