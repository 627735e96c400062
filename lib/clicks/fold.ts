// From the table's stream to the daily figures: each stored click and visit is folded in exactly once.
//
// A click that is filtered, or whose visitor nobody knows, is counted from its own item. For the others there are two
// items: the click, which was received, and the visit, which only one click an hour can claim; what was received and
// claimed nothing is a duplicate, too.
import { dayOf } from '#lib/shared/dates.ts';
import { decideAndWrite } from '#lib/table/changes.ts';
import { type Key, keys } from '#lib/table/keys.ts';
import type { Change } from '#lib/table/stream.ts';
import { transact, transactionLimit, type Write } from '#lib/table/transaction.ts';
import { moveCheckpoint, position, positionOf } from './checkpoint.ts';
import { type Click, type FilterReason, storedClick, storedVisit, type Visit } from './schema.ts';
import { rankingScopes, seriesScopes } from './scopes.ts';
import { tallyFolded } from './tally.ts';

type Field = 'clicks' | 'uniqueClicks' | FilterReason | 'received' | 'claimed';
type Figures = Partial<Record<Field, number>>;
type Sum = Record<string, number>;

interface Increment {
  readonly of: Pick<Click, 'brandId' | 'affiliateId' | 'campaignId' | 'recordedAt'>;
  readonly figures: Figures;
}

/** What one change adds to the figures; undefined for changes of anything else. */
export function incrementOf({ before, after }: Change): Increment | undefined {
  if (after?.type === 'click' && before === undefined) {
    const click = storedClick.parse(after);
    return { of: click, figures: clickFigures(click) };
  }
  if (after?.type === 'visit') {
    const visit = storedVisit.parse(after);
    const last = before === undefined ? undefined : storedVisit.parse(before);
    return last?.clickId === visit.clickId ? undefined : { of: visit, figures: visitFigures(visit, last) };
  }
  return undefined;
}

function clickFigures({ filtered, visitor }: Click): Figures {
  if (filtered !== null) return { [filtered]: 1 };
  return visitor === null ? { clicks: 1, uniqueClicks: 1 } : { received: 1 };
}

const dayOfVisit = ({ recordedAt }: Visit): string => dayOf(new Date(recordedAt));

const visitFigures = (visit: Visit, last: Visit | undefined): Figures => ({
  clicks: 1,
  claimed: 1,
  uniqueClicks: last !== undefined && dayOfVisit(last) === dayOfVisit(visit) ? 0 : 1,
});

/** The counts that a transaction moves, by key: several clicks add to the same ones. */
type Sums = Map<string, { readonly write: (total: Sum) => Write; readonly figures: Sum }>;

function addTo(sums: Sums, { of, figures }: Increment): void {
  const date = dayOf(new Date(of.recordedAt));
  const month = date.slice(0, 7);
  const { brandId, affiliateId } = of;
  for (const scope of seriesScopes(of)) {
    const key = keys.clickDay(brandId, scope, date);
    add(sums, key, figures, { date });
  }
  if (figures.clicks === undefined) return;
  for (const scope of rankingScopes(of)) {
    const ranked = { clicks: figures.clicks };
    add(sums, keys.rankedDay(brandId, scope, date, affiliateId), ranked, { affiliateId });
    add(sums, keys.rankedMonth(brandId, scope, month, affiliateId), ranked, { affiliateId });
  }
}

function add(sums: Sums, key: Key, figures: Figures, facts: Record<string, string>): void {
  const name = `${key.pk} ${key.sk}`;
  const sum = sums.get(name) ?? { write: (total: Sum) => addFigures(key, total, facts), figures: {} };
  for (const [field, by] of Object.entries(figures)) {
    sum.figures[field] = (sum.figures[field] ?? 0) + by;
  }
  sums.set(name, sum);
}

function addFigures(key: Key, figures: Sum, facts: Record<string, string>): Write {
  const adds = Object.keys(figures).map((field) => `#${field} :${field}`);
  const sets = Object.keys(facts).map((fact) => `#${fact} = :${fact}`);
  return {
    kind: 'update',
    key,
    update: `ADD ${adds.join(', ')} SET ${sets.join(', ')}`,
    values: { ...figures, ...facts },
  };
}

/** What one click can add to at most: four series, and a day and a month of two rankings. */
const countsOfOneClick = 8;

/**
 * Folds a batch of one shard in. Exactly once, however often the batch comes again, and wherever a run was cut off:
 * the shard's checkpoint moves in the same transaction as the figures, and what lies before it is passed over.
 */
export function foldClicks(shardId: string, changes: readonly Change[]): Promise<void> {
  return decideAndWrite(async () => {
    let done = await positionOf(shardId);
    let sums: Sums = new Map();
    let folded: Figures[] = [];
    let last = '';
    const commit = async () => {
      if (sums.size === 0) return;
      const writes = [...sums.values()].map(({ write, figures }) => write(figures));
      await transact([moveCheckpoint(shardId, done, last), ...writes]);
      tallyFolded(folded);
      [sums, folded] = [new Map(), []];
      done = last;
    };
    for (const change of changes) {
      const at = position(change.sequenceNumber);
      const increment = at > (done ?? '') ? incrementOf(change) : undefined;
      if (increment === undefined) continue;
      if (sums.size + countsOfOneClick + 1 > transactionLimit) await commit();
      addTo(sums, increment);
      folded.push(increment.figures);
      last = at;
    }
    await commit();
  });
}
