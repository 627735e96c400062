// What someone may have meant who mistyped a name.

/** Edit distance (Levenshtein): how many letters to insert, delete or replace. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

/** The name nearest to what was typed, where it is near enough to be meant. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: distance(typed, name) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, typed.length / 3) ? best.name : undefined;
}

/** ` (did you mean x?)`, or nothing. */
export function suggestion(typed: string, names: readonly string[]): string {
  const name = nearest(typed, names);
  return name === undefined ? '' : ` (did you mean ${name}?)`;
}
