// Serializes values that are equal to the same text. The table and clients send the fields of an object in any order.

/** A replacer of `JSON.stringify` that sorts the fields of each object. */
export const inKeyOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
