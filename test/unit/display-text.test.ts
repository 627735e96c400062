import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayText, nameInput } from '#lib/foundation/shared/display-text.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const messageOf = (name: string) => nameInput.safeParse(name).error?.issues[0]?.message;

describe('a name', () => {
  test.each([
    'Ada Lovelace',
    "Siobhán O'Brien-Núñez, Jr.",
    'عائشة',
    'می\u200cخواهم',
    'ශ්\u200dරී',
    'नेहा',
    '山田 太郎',
    'Zoë 👩\u200d💻 ❤\ufe0f',
    '=1+1',
    '<b>Ada</b>',
  ])('may be "%s"', (name) => {
    expect(nameInput.parse(name)).toBe(name);
  });

  test('a displayed text has no white space around it', () => {
    expect(nameInput.parse(' \u00a0Ada\n')).toBe('Ada');
  });

  test.each(['', ' ', '\u00a0\t'])('must not be empty or consist of white space, such as %j', (name) => {
    expect(messageOf(name)).toBe('Must not be empty');
  });

  test.each([
    ['a null character', 'A\0da', 'U+0000'],
    ['a line break', 'Ada\nLovelace', 'U+000A'],
    ['a tab', 'Ada\tLovelace', 'U+0009'],
    ['an escape sequence of a terminal', 'Ada\u001b[2J', 'U+001B'],
    ['a control character of Latin-1', 'Ada\u0085Lovelace', 'U+0085'],
    ['a line separator', 'Ada\u2028Lovelace', 'U+2028'],
    ['a zero-width space', 'Ada\u200b', 'U+200B'],
    ['a soft hyphen', 'A\u00adda', 'U+00AD'],
    ['a right-to-left mark', 'Ada\u200f', 'U+200F'],
    ['an Arabic letter mark', 'Ada\u061c', 'U+061C'],
    ['a right-to-left override', 'Ada \u202egnp.exe', 'U+202E'],
    ['an isolate', 'Ada \u2066x\u2069', 'U+2066'],
    ['invisible tags', 'Ada\u{e0041}', 'U+E0041'],
  ])('must not have %s', (_, name, codePoint) => {
    expect(messageOf(name)).toBe(`Must not have control or formatting characters: remove ${codePoint}`);
  });

  test.each([
    ['joiners', '\u200d\u200c'],
    ['a variation selector', '\ufe0f'],
    ['a Hangul filler', '\u3164'],
  ])('must not consist of %s alone', (_, name) => {
    expect(messageOf(name)).toBe('Must have a visible character');
  });

  test('never contains a character that is not shown, except the two joiners', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 }), (text) => {
        const { data = '' } = displayText(20).safeParse(text);
        expect(data.replaceAll(/[\u200c\u200d]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });
});
