// What is read as JSON in a test: loosely typed, because what it holds is what the test is there to say.

export type Json = ReturnType<typeof JSON.parse>;

/** A body as JSON; undefined for none, and for a file. */
export const jsonIn = (text: string, type = ''): Json =>
  text === '' || type.startsWith('text/csv') ? undefined : JSON.parse(text);
