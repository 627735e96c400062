// Builds objects from their keys.

export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name, index: number) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name, index) => [name, toValue(name, index)])) as Record<Name, Value>;
