// Reads the changes in the buffer of a wide month.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import { parseDeltas } from '#lib/click-statistics/rules/journal/items.ts';
import { bufferGroupOf, creatorGroupOf } from '#lib/click-statistics/rules/rollups/creator-groups.ts';
import { journalRound } from '#lib/click-statistics/rules/wide-months/items.ts';
import { readJournal } from '#lib/click-statistics/store/journal-items.ts';
import { queryAll } from '#lib/table/client.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import { clickBufferBetween, roundOfBufferKey } from '#lib/table/keys/wide-month-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

export interface BufferedChanges {
  readonly round: number;
  readonly deltas: readonly ClickDelta[];
}

/** `to` is exclusive. */
export interface Rounds {
  readonly from: number;
  readonly to: number;
}

async function readGroup(
  id: JournalId,
  group: number,
  { from, to }: Rounds,
): Promise<readonly BufferedChanges[]> {
  const { pk, first, last } = clickBufferBetween(id.brandId, id.month, { group, from, to });
  const items = await queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));
  return items.map((item) => ({
    round: roundOfBufferKey(String(item[sortKey])),
    deltas: parseDeltas(id, item),
  }));
}

/** The changes of the journal, if the month became wide when its journal was full. */
async function readJournalRound(
  id: JournalId,
  groups: readonly number[],
): Promise<readonly BufferedChanges[]> {
  const { deltas = [] } = (await readJournal(id)) ?? {};
  const isIncluded = ({ affiliateId }: ClickDelta): boolean =>
    groups.includes(bufferGroupOf(creatorGroupOf(affiliateId)));
  return [{ round: journalRound, deltas: deltas.filter(isIncluded) }];
}

/** Strongly consistent. */
export async function readBuffer(
  id: JournalId,
  groups: readonly number[],
  rounds: Rounds,
): Promise<readonly BufferedChanges[]> {
  if (rounds.from >= rounds.to) return [];
  const isWithJournal = rounds.from <= journalRound;
  const reads = [
    ...(isWithJournal ? [readJournalRound(id, groups)] : []),
    ...groups.map((group) => readGroup(id, group, rounds)),
  ];
  return (await Promise.all(reads)).flat();
}
