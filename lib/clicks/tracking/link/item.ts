// Reads attributes of items. The store validates items when it writes them, so a type check is enough for the tracking link.

export type Item = Readonly<Record<string, unknown>>;

export function text(item: Item, name: string): string {
  const value = item[name];
  if (typeof value !== 'string') throw new Error(`The stored item has no ${name}`);
  return value;
}

export const textOrNull = (item: Item, name: string): string | null => {
  const value = item[name];
  return typeof value === 'string' ? value : null;
};

export const numberOrNull = (item: Item, name: string): number | null => {
  const value = item[name];
  return typeof value === 'number' ? value : null;
};
