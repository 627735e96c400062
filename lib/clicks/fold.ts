// From the table's stream to the daily figures: what each change of a visit adds is folded in exactly once.
import { decideAndWrite } from '#lib/table/changes.ts';
import { type Key, keys } from '#lib/table/keys.ts';
import type { Change } from '#lib/table/stream.ts';
import { transact, transactionLimit, type Write } from '#lib/table/transaction.ts';
import { moveCheckpoint, position, positionOf } from './checkpoint.ts';
import { storedVisit } from './schema.ts';
import { rankingScopes, seriesScopes } from './scopes.ts';
import { tallyFolded } from './tally.ts';
import { type ClickDelta, deltasBetween } from './verdicts.ts';
import { visitType } from './visit.ts';

type Sum = Record<string, number>;

/** What one change adds to the figures; nothing for changes of anything else. */
export function deltasOf({ before, after }: Change): readonly ClickDelta[] {
  if (after?.type !== visitType) return [];
  return deltasBetween(
    before === undefined ? undefined : storedVisit.parse(before),
    storedVisit.parse(after),
  );
}

/** The counts that a transaction moves, by key: several clicks add to the same ones. */
type Sums = Map<string, { readonly write: (total: Sum) => Write; readonly figures: Sum }>;

function addTo(sums: Sums, of: ClickDelta): void {
  const { brandId, affiliateId, hour, clicks, uniqueClicks, filtered } = of;
  const [date, month] = [hour.slice(0, 10), hour.slice(0, 7)];
  const figures = { clicks, uniqueClicks, ...filtered };
  for (const scope of seriesScopes(of)) {
    const key = keys.clickDay(brandId, scope, date);
    add(sums, key, figures, { date });
  }
  if (clicks === 0) return;
  for (const scope of rankingScopes(of)) {
    const ranked = { clicks };
    add(sums, keys.rankedDay(brandId, scope, date, affiliateId), ranked, { affiliateId });
    add(sums, keys.rankedMonth(brandId, scope, month, affiliateId), ranked, { affiliateId });
  }
}

function add(sums: Sums, key: Key, figures: Sum, facts: Record<string, string>): void {
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
    let folded: ClickDelta[] = [];
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
      const deltas = at > (done ?? '') ? deltasOf(change) : [];
      if (deltas.length === 0) continue;
      if (sums.size + deltas.length * countsOfOneClick + 1 > transactionLimit) await commit();
      for (const delta of deltas) addTo(sums, delta);
      folded.push(...deltas);
      last = at;
    }
    await commit();
  });
}
