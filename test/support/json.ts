// Loosely typed JSON, because the tests assert its content.

export type Json = ReturnType<typeof JSON.parse>;

/** Parses a body; undefined for an empty body or a CSV file. */
export const jsonIn = (text: string, type = ''): Json =>
  text === '' || type.startsWith('text/csv') ? undefined : JSON.parse(text);
