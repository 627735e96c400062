// Defines the items of a journal: a head with the newest changes, and segments with the earlier ones. See docs/decisions/0117.
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
 * changes. While a journal is `moving`, it has all changes and does not change, and the rollups have some of them.
 */
const states = ['open', 'moving', 'moved'] as const;

export interface JournalPart {
  readonly deltas: readonly ClickDelta[];
  readonly positions: Positions;
}

export interface JournalHead extends JournalPart {
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
const storedPart = z.object({ figures: bytes, visitors: bytes, positions: bytes });
const storedHead = storedPart.extend({
  revision: z.int(),
  state: z.enum(states),
  changes: z.int(),
  segments: z.int(),
  progress: z.object({ day: z.string(), after: z.string() }).optional(),
  movedAt: z.int().optional(),
});

export const journalKeys = {
  head: ({ brandId, month }: JournalId): Key => keys.clickJournal(brandId, month),
  segment: ({ brandId, month }: JournalId, number: number): Key => keys.clickSegment(brandId, month, number),
} as const;

function parsePart(brandId: string, item: Item): JournalPart {
  const { positions, ...packed } = storedPart.parse(item);
  return { deltas: unpackDeltas(brandId, packed), positions: decodePositions(positions) };
}

export const parseSegment = ({ brandId }: JournalId, item: Item): JournalPart => parsePart(brandId, item);

export function parseHead({ brandId }: JournalId, item: Item): JournalHead {
  const { revision, state, changes, segments, progress, movedAt = 0 } = storedHead.parse(item);
  const { progress: none } = newHead();
  return {
    ...{ revision, state, changes, segments, movedAt, progress: progress ?? none },
    ...parsePart(brandId, item),
  };
}

const partItem = (key: Key, { month }: JournalId, { deltas, positions }: JournalPart): Key & Item => ({
  ...key,
  ...packDeltas(deltas),
  positions: encodePositions(positions),
  [timeToLive]: epochSeconds(addSeconds(addMonths(new Date(`${month}-01`), 1), retentionSeconds)),
});

/** The head has the condition, so write a segment only in one transaction with the head. */
export const segmentPut = (id: JournalId, number: number, part: JournalPart): Put => ({
  kind: 'put',
  item: partItem(journalKeys.segment(id, number), id, part),
});

export function headPut(id: JournalId, before: JournalHead, after: JournalHead): Put {
  const { state, changes, segments, progress, movedAt } = after;
  const item = {
    ...partItem(journalKeys.head(id), id, after),
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
