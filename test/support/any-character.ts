// Generates any character. The unit `binary` of fast-check contains the same ones, but it takes a second of CPU time to list them.
import fc from 'fast-check';

export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));
