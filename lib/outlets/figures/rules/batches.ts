// Applies changes of figures to stored items.
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { type Put, staleWrite } from '#lib/foundation/table/writes/write.ts';
import type { FigureDelta } from './deltas.ts';
import { addToSheet, encodeSheet, type Sheet, sheetOf } from './sheet.ts';
import { limitValues } from './value-limits.ts';

export const keyText = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Contains the changes of one item. */
export interface FigureBatch<Delta extends FigureDelta = FigureDelta> {
  readonly key: Key;
  readonly deltas: readonly Delta[];
}

export const figureBatches = <Delta extends FigureDelta>(
  deltas: readonly Delta[],
): readonly FigureBatch<Delta>[] =>
  [...Map.groupBy(deltas, ({ key }) => keyText(key)).values()].flatMap((own) =>
    own.slice(0, 1).map(({ key }) => ({ key, deltas: own })),
  );

/** The put is refused if the item has changed since it was read. `included` says which changes of the stream the item includes. */
export function putSheet(
  previous: Item | undefined,
  key: Key,
  sheet: Sheet,
  included: unknown = previous?.included,
): Put {
  const last = Number(previous?.revision ?? 0);
  return {
    kind: 'put',
    item: { ...key, ...encodeSheet(limitValues(sheet)), included, revision: last + 1 },
    ...(previous === undefined
      ? { condition: 'attribute_not_exists(#pk)' }
      : { condition: '#revision = :last', values: { last } }),
    refused: staleWrite,
  };
}

export function applyBatch({ key, deltas }: FigureBatch, previous: Item | undefined, included?: object): Put {
  const sheet = sheetOf(previous);
  for (const { id, part, figures } of deltas) addToSheet(sheet, id, part, figures);
  return putSheet(previous, key, sheet, included);
}
