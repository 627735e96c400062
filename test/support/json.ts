// Loosely typed JSON, because the tests assert its content.

export type Json = ReturnType<typeof JSON.parse>;

/** Parses a body; undefined for an empty body, a CSV file, an image or a page. */
export const jsonIn = (text: string, type = ''): Json =>
  text === '' || /^(text\/|image\/|application\/xml)/.test(type) ? undefined : JSON.parse(text);
