// Defines the items of a wide month: the open round of its buffer, the segments of the buffer, and the progress of its folds. See
// docs/decisions/0123.
import * as z from 'zod';
import type { PackedDeltas } from '#lib/click-statistics/rules/journal/delta-bytes.ts';
import { expiry, type JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { type BufferPlace, wideMonthKeys } from '#lib/table/keys/wide-month-keys.ts';
import { type Put, putNew, staleWrite, type Write } from '#lib/table/writes/write.ts';

/** The changes of a journal that became a wide month are the round before the first one. */
export const journalRound = 0;
const firstRound = journalRound + 1;

/** Only the newest round is open. The segments of all other rounds do not change. */
export interface Round {
  readonly round: number;
  readonly changes: number;
  readonly segments: number;
}

/**
 * The rollups have all changes of the rounds before `from`, and those of the rounds before `to` up to the name `after`. No pass is in
 * progress if `from` equals `to`.
 */
export interface Pass {
  readonly from: number;
  readonly to: number;
  readonly after: string;
}

export const foldNames = ['summary', 'creators'] as const;
/** `summary` adds changes to brands, campaigns and groups, and `creators` adds them to creators. */
export type FoldName = (typeof foldNames)[number];

export interface Folds extends Readonly<Record<FoldName, Pass>> {
  readonly revision: number;
  /** False after the changes of the journal have been deleted. */
  readonly hasJournal: boolean;
}

const pass = z.object({ from: z.int(), to: z.int(), after: z.string() });
const storedFolds = z.object({ revision: z.int(), hasJournal: z.boolean(), summary: pass, creators: pass });
const storedRound = z.object({ round: z.int(), changes: z.int(), segments: z.int() });

export const wideKeys = {
  round: ({ brandId, month }: JournalId): Key => wideMonthKeys.clickRound(brandId, month),
  folds: ({ brandId, month }: JournalId): Key => wideMonthKeys.clickFold(brandId, month),
} as const;

export const parseRound = (item: Item | undefined): Round => storedRound.parse(item);
export const parseFolds = (item: Item | undefined): Folds => storedFolds.parse(item);

/** A month without changes in its journal has no round of the journal. */
export function firstItems(id: JournalId, isJournalEmpty: boolean): readonly Put[] {
  const first = isJournalEmpty ? firstRound : journalRound;
  const start: Pass = { from: first, to: first, after: '' };
  return [
    putNew({ ...wideKeys.round(id), round: firstRound, changes: 0, segments: 0, ...expiry(id) }, staleWrite),
    putNew(
      {
        ...wideKeys.folds(id),
        ...{ revision: 1, hasJournal: !isJournalEmpty, summary: start, creators: start },
        ...expiry(id),
      },
      staleWrite,
    ),
  ];
}

type Added = Readonly<Record<'changes' | 'segments', number>>;

/** Throws a stale write if the round has ended: a fold may already be past it, and would never find the segments. */
const roundUpdate = (id: JournalId, { round }: Round, update: string, values: Write['values']): Write => ({
  kind: 'update',
  key: wideKeys.round(id),
  update,
  condition: '#round = :round',
  values: { round, ...values },
  refused: staleWrite,
});

export const addToRound = (id: JournalId, open: Round, added: Added): Write =>
  roundUpdate(id, open, 'ADD #changes :changes, #segments :segments', { ...added });

/** Ends the round and begins the next one. */
export const startRound = (id: JournalId, open: Round, added: Added): Write => {
  const update = 'SET #round = :next, #changes = :changes, #segments = :segments';
  return roundUpdate(id, open, update, { next: open.round + 1, ...added });
};

export const bufferPut = ({ brandId, month }: JournalId, place: BufferPlace, packed: PackedDeltas): Put =>
  putNew({ ...wideMonthKeys.clickBuffer(brandId, month, place), ...packed, ...expiry({ brandId, month }) });

export const foldsPut = (id: JournalId, { revision }: Folds, next: Folds): Put => ({
  kind: 'put',
  item: { ...wideKeys.folds(id), ...next, revision: revision + 1, ...expiry(id) },
  condition: '#revision = :last',
  values: { last: revision },
  refused: staleWrite,
});
