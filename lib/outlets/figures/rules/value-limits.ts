// Limits the values that one item names, because anybody can send clicks with any referrer or sub id.
import { recordOf } from '#lib/foundation/shared/record-of.ts';
import { type ClicksOfValue, type OpenDimension, openDimensions, type Values } from './figures.ts';
import { type Sheet, textOfFigures } from './sheet.ts';

/** An item names at most this number of values. If there are more, it keeps half as many: those with the most clicks. */
export const maxValues = { referrer: 400, link: 400, sub: 100 } as const;

const limitOf = (dimension: OpenDimension): number =>
  dimension === 'referrer' || dimension === 'link' ? maxValues[dimension] : maxValues.sub;

/** Names the clicks of the other values. It separates the fields of a stored click, so it is no value. */
export const otherValues = '|';

const valuesIn = (sheet: Sheet): readonly Values[] =>
  [...sheet.values()].flatMap((parts) => [...parts.values()].flatMap(({ values }) => values ?? []));

const clicksIn = (sheet: Sheet, dimension: OpenDimension): readonly ClicksOfValue[] =>
  valuesIn(sheet).flatMap((values) => values[dimension] ?? []);

/** Changes the sheet: the clicks of the values beyond the number become those of the other values of their part. */
function keepMostClicked(sheet: Sheet, dimension: OpenDimension, count: number): void {
  const named = clicksIn(sheet, dimension)
    .filter(([value]) => value !== otherValues)
    .toSorted(([one, clicks], [other, others]) => others - clicks || (one < other ? -1 : 1));
  const kept = new Set(named.slice(0, count));
  for (const values of valuesIn(sheet)) {
    const all = values[dimension];
    if (all === undefined) continue;
    const others: ClicksOfValue = [otherValues, 0, 0];
    for (const one of all) {
      if (kept.has(one)) continue;
      others[1] += one[1];
      others[2] += one[2];
    }
    const own = all.filter((one) => kept.has(one));
    values[dimension] = others[1] === 0 && others[2] === 0 ? own : [...own, others];
  }
}

/** Forged values do not displace frequent ones. */
export function limitValues(sheet: Sheet): Sheet {
  const tooMany = openDimensions.filter(
    (dimension) => clicksIn(sheet, dimension).length > limitOf(dimension),
  );
  if (tooMany.length === 0) return sheet;
  const copy = structuredClone(sheet);
  for (const dimension of tooMany) keepMostClicked(copy, dimension, limitOf(dimension) / 2);
  return copy;
}

/** Values of a dimension are compared by their sums if one of the sheets has others, because the order of the clicks decides which are named. */
export function areEqual(one: Sheet, other: Sheet): boolean {
  const isLimited = recordOf(openDimensions, (dimension) =>
    [one, other].some((sheet) => clicksIn(sheet, dimension).some(([value]) => value === otherValues)),
  );
  const textOf = (sheet: Sheet): string => {
    const compared = structuredClone(sheet);
    for (const dimension of openDimensions) if (isLimited[dimension]) keepMostClicked(compared, dimension, 0);
    const rows = [...compared].flatMap(([id, parts]) =>
      [...parts].map(([part, figures]) => JSON.stringify([id, part, textOfFigures(figures)])),
    );
    return rows.toSorted().join('\n');
  };
  return textOf(one) === textOf(other);
}
