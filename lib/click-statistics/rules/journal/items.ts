// Defines the items of a journal: a head with the newest changes, segments with the earlier ones, and the earlier positions. See docs/decisions/0117.
import * as z from 'zod';
import { retentionSeconds } from '#lib/click-statistics/rules/retention.ts';
import { addMonths, addSeconds, epochSeconds } from '#lib/shared/dates.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys, timeToLive } from '#lib/table/keys/keys.ts';
import { type Put, staleWrite } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { packDeltas, unpackDeltas } from './delta-bytes.ts';
import { decodePositions, encodePositions, type Positions } from './positions.ts';

/** A brand has a journal for each UTC month. */
export interface JournalId {
  readonly brandId: string;
  readonly month: string;
}

/**
 * An `open` journal has all changes of the month, and the rollups have none. A `moved` journal is empty, and the rollups have all
 * changes. While a journal is `moving`, it has all changes and does not change, and the rollups have some of them. In a `wide` month,
 * the changes of the journal are the first round of the buffer (docs/decisions/0123).
 */
const states = ['open', 'moving', 'moved', 'wide'] as const;

/** True if the journal has all changes of the month. */
export const hasAllChanges = ({ state }: Pick<JournalHead, 'state'>): boolean =>
  state === 'open' || state === 'moving';

export interface JournalHead {
  readonly deltas: readonly ClickDelta[];
  /** Of the changes in the head. */
  readonly positions: Positions;
  /** 0 for a head that is not stored yet. */
  readonly revision: number;
  readonly state: (typeof states)[number];
  /** The number of changes in the head and in all segments. */
  readonly changes: number;
  readonly segments: number;
  /** The move has written the days before `day`, and the rollups of this day up to the name `after`. */
  readonly progress: { readonly day: string; readonly after: string };
  /** In epoch seconds. 0 if the journal never had changes. */
  readonly movedAt: number;
}

export const newHead = (state: JournalHead['state'] = 'open'): JournalHead => ({
  ...{ revision: 0, state, changes: 0, segments: 0, movedAt: 0 },
  deltas: [],
  positions: new Map(),
  progress: { day: '', after: '' },
});

const bytes = z.instanceof(Uint8Array);
const storedDeltas = z.object({ figures: bytes, visitors: bytes });
const storedPositions = z.object({ positions: bytes });
const storedHead = z.object({
  revision: z.int(),
  state: z.enum(states),
  changes: z.int(),
  segments: z.int(),
  progress: z.object({ day: z.string(), after: z.string() }).optional(),
  movedAt: z.int().optional(),
});

export const journalKeys = {
  head: ({ brandId, month }: JournalId): Key => keys.clickJournal(brandId, month),
  positions: ({ brandId, month }: JournalId): Key => keys.clickJournalPositions(brandId, month),
  segment: ({ brandId, month }: JournalId, number: number): Key => keys.clickSegment(brandId, month, number),
} as const;

export const parseDeltas = ({ brandId }: JournalId, item: Item): readonly ClickDelta[] =>
  unpackDeltas(brandId, storedDeltas.parse(item));

export const parsePositions = (item: Item): Positions =>
  decodePositions(storedPositions.parse(item).positions);

export function parseHead(id: JournalId, item: Item): JournalHead {
  const { revision, state, changes, segments, progress, movedAt = 0 } = storedHead.parse(item);
  const { progress: none } = newHead();
  return {
    ...{ revision, state, changes, segments, movedAt, progress: progress ?? none },
    deltas: parseDeltas(id, item),
    positions: parsePositions(item),
  };
}

export const expiry = ({ month }: JournalId): Item => ({
  [timeToLive]: epochSeconds(addSeconds(addMonths(new Date(`${month}-01`), 1), retentionSeconds)),
});

/** The head has the condition, so write segments and positions only in one transaction with the head. */
export const segmentPut = (id: JournalId, number: number, deltas: readonly ClickDelta[]): Put => ({
  kind: 'put',
  item: { ...journalKeys.segment(id, number), ...packDeltas(deltas), ...expiry(id) },
});

export const positionsPut = (id: JournalId, positions: Positions): Put => ({
  kind: 'put',
  item: { ...journalKeys.positions(id), positions: encodePositions(positions), ...expiry(id) },
});

export function headPut(id: JournalId, before: JournalHead, after: JournalHead): Put {
  const { state, changes, segments, progress, movedAt } = after;
  const item = {
    ...journalKeys.head(id),
    ...packDeltas(after.deltas),
    positions: encodePositions(after.positions),
    ...expiry(id),
    ...{ revision: before.revision + 1, state, changes, segments },
    // Most heads have neither, and must stay below 1 KB.
    ...(progress.day !== '' && { progress }),
    ...(movedAt !== 0 && { movedAt }),
  };
  const ifUnchanged =
    before.revision === 0
      ? { condition: 'attribute_not_exists(#pk)' }
      : { condition: '#revision = :last', values: { last: before.revision } };
  return { kind: 'put', item, ...ifUnchanged, refused: staleWrite };
}
