// Reads fraud findings, and decides about them.
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { readAtMostOne } from '#lib/foundation/table/list-lookups.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { type Decided, decideCommission, decideFinding } from '#lib/money/fraud/rules/decide.ts';
import { findingIdOf } from '#lib/money/fraud/rules/finding-id.ts';
import type { FindingDecision, FindingFilters } from '#lib/money/fraud/schema/endpoints.ts';
import { type FraudFinding, storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { changeFinding, findingKey, releaseCreator } from '#lib/money/fraud/writes.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';

const parse = (found: Item): FraudFinding => storedFinding.parse(found);

export const getFinding = async (brandId: string, id: string): Promise<FraudFinding> =>
  parse(await getExisting(findingKey(brandId, id), 'fraudFinding'));

async function findingOfOrder(brandId: string, conversionId: string): Promise<FraudFinding | undefined> {
  const [found] = await getItems([findingKey(brandId, findingIdOf(conversionId))]);
  const finding = found && parse(found);
  return finding?.conversionId === conversionId ? finding : undefined;
}

/** Findings are few, so the list is counted instead of keeping counters. */
export const listFindings = (
  brandId: string,
  { status, affiliateId, conversionId }: FindingFilters,
  page: PageRequest,
): Promise<List<FraudFinding>> =>
  conversionId === undefined
    ? readList(
        { queries: statusQueries(brandId, 'fraudFinding', status, affiliateId), kind: 'fraudFinding' },
        page,
        parse,
        undefined,
      )
    : readAtMostOne('fraudFinding', page, () => findingOfOrder(brandId, conversionId));

interface Subject {
  /** Undefined for a creator whose item is gone. */
  readonly creator: Item | undefined;
  readonly isErased: boolean;
}

/** An erasure that has ended would miss a later note. */
const keptNote = (note: string | undefined, { creator, isErased }: Subject): string | null =>
  isErased || creator?.[erasedRevision] !== undefined ? null : (note ?? null);

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

type Decision = Decided & Pick<FindingDecision, 'note'>;

/** Returns no writes if the finding is already decided in this way. */
export async function prepareDecision(
  { brandId, id }: Finding,
  { note, ...decision }: Decision,
  prepareChange: PrepareChange,
  now: Date,
): Promise<{ readonly after: FraudFinding; readonly writes: readonly Write[] }> {
  const item = await getExisting(findingKey(brandId, id), 'fraudFinding');
  const before = parse(item);
  const { commissionId } = before;
  const undecided = decideFinding(before, decision, now);
  if (undecided === before) return { after: before, writes: [] };
  const change = (commission: Commission) => decideCommission(commission, before, decision, now);
  const [[creator], { writes }] = await Promise.all([
    getItems([keys.item(brandId, 'affiliate', before.affiliateId)]),
    commissionId === null ? { writes: [] } : prepareChange(brandId, commissionId, now, change),
  ]);
  const after = {
    ...undecided,
    note: keptNote(note, { creator, isErased: item[erasedRevision] !== undefined }),
  };
  const released = creator === undefined ? [] : releaseCreator(storedAffiliate.parse(creator), before);
  return { after, writes: [changeFinding(before, after), ...released, ...writes] };
}
