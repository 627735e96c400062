// Divides judged rows into groups, each of which fits into one transaction.
import { isJoinable, itemOf, onePerItem } from '#lib/foundation/table/writes/one-per-item.ts';
import { transactionLimit, type Write } from '#lib/foundation/table/writes/write.ts';
import type { ParsedRow } from './row.ts';
import type { Judgement } from './setting.ts';

export interface Judged {
  readonly row: ParsedRow;
  readonly result: Judgement;
}

/** A transaction also has the progress of the import, and a result for each row. */
const sizeOf = (group: readonly Judged[]): number => 1 + group.length + writesOf(group).length;

/** The writes of a group. Totals and counters that several rows change are added up. */
export const writesOf = (group: readonly Judged[]): readonly Write[] =>
  onePerItem(group.flatMap(({ result }) => result.writes));

/** A row that changes an item of an earlier row was judged without that change, so it is alone and can be judged again. */
export function groupsOf(judged: readonly Judged[]): readonly (readonly Judged[])[] {
  const changed = new Set<string>();
  const groups: (readonly Judged[])[] = [];
  let group: readonly Judged[] = [];
  let isAlone = false;
  for (const one of judged) {
    const items = one.result.writes.filter((write) => !isJoinable(write)).map(itemOf);
    const repeats = items.some((item) => changed.has(item));
    for (const item of items) changed.add(item);
    const fits = !(isAlone || repeats) && sizeOf([...group, one]) <= transactionLimit;
    if (!fits && group.length > 0) groups.push(group);
    group = fits ? [...group, one] : [one];
    isAlone = repeats;
  }
  return group.length === 0 ? groups : [...groups, group];
}
