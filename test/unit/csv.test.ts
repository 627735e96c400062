import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '#lib/foundation/shared/csv.ts';
import { parseCsv } from '#test/support/csv.ts';

/** Splits at every separator and line break and removes white space and quotes, as careless programs do. */
const split = (text: string): readonly string[] =>
  text.split(/[,;|\t\r\n]/).map((part) => part.replace(/^[\s"]+/, ''));

const isNumber = (text: string) => /^-?\d+([.,]\d+)?"*$/.test(text);
const runs = (text: string) => /^[\s"]*[=+\-@＝＋－＠]/u.test(text) && !isNumber(text);

const separators = [',', ';', '\t', '|'];
const hostileText = fc
  .array(
    fc.constantFrom(...'=+-@＝＋－＠', ...',;|\t\r\n"\' ', 'a', '1', "=cmd|' /C calc'!A0", '\u00a0', 'ü'),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

describe('a CSV file', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Zoë 😀', 'Zoë 😀'],
    ['Ada, "Countess"', '"Ada, ""Countess"""'],
    ['Ada\nLovelace', '"Ada\nLovelace"'],
    ['Ada; Countess', '"Ada; Countess"'],
    ['Ada\tLovelace', '"Ada\tLovelace"'],
    ['=HYPERLINK("https://evil.test")', `"'=HYPERLINK(""https://evil.test"")"`],
    ['+49 30', `"'+49 30"`],
    ['-1+1', `"'-1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['＝1+1', `"'＝1+1"`],
    ['\t=1+1', `"'\t'=1+1"`],
    ['\r1', `"'\r1"`],
    [' =1+1', ` '=1+1`],
    ['Ada;=1+1', `"Ada;'=1+1"`],
    ['Ada, =1+1', `"Ada, '=1+1"`],
    ['Ada\t@A1', `"Ada\t'@A1"`],
    ['Ada\r\n-A1', `"Ada\r\n'-A1"`],
    ['Ada;"=1+1', `"Ada;""'=1+1"`],
    ['Anna-Maria', 'Anna-Maria'],
    ['-5.00', '-5.00'],
    ['12.5', '12.5'],
    ['', ''],
  ])('writes the text %j as %j', (text, cell) => {
    expect(toCsv([['x', text, 'y']])).toBe(`x,${cell},y\r\n`);
  });

  test.each(['+ada@creators.test', '-ada@creators.test', 'jürgen@müller.de', "o'brien@creators.test"])(
    'the CSV writer does not alter the e-mail address %s',
    (address) => {
      expect(parseCsv(toCsv([['x', address]]), ',')).toEqual([['x', address]]);
    },
  );

  test('writes the e-mail address +ada@creators.test in quotes, because it begins with a formula character', () => {
    expect(toCsv([['+ada@creators.test']])).toBe('"+ada@creators.test"\r\n');
  });

  test('a file for Excel has a byte order mark, semicolons and decimal commas, and still no formulas', () => {
    const rows = [
      ['name', 'amount', 'count'],
      ['Jürgen; Müller', '-12.50', '3'],
      ['=1+1', '0.05', 'x@y.test'],
    ];
    expect(toCsv(rows, { excel: true })).toBe(
      '\uFEFFname;amount;count\r\n"Jürgen; Müller";-12,50;3\r\n"\'=1+1";0,05;x@y.test\r\n',
    );
  });

  test('a CSV file has the same cells when it is read with commas, apart from apostrophes', () => {
    const withoutApostrophes = (text: string) => text.replaceAll("'", '');
    fc.assert(
      fc.property(fc.array(fc.tuple(hostileText, hostileText), { minLength: 1, maxLength: 4 }), (cells) => {
        const rows = cells.map((pair) => ['aff_1', ...pair, '-5.00']);
        expect(parseCsv(toCsv(rows), ',').map((row) => row.map(withoutApostrophes))).toEqual(
          rows.map((row) => row.map(withoutApostrophes)),
        );
      }),
    );
  });

  test('a CSV file has no formula in any cell, whatever a program takes for the separator', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(hostileText, hostileText), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (cells, excel) => {
          const text = toCsv(
            cells.map((pair) => ['aff_1', ...pair, '-5.00']),
            { excel },
          );
          const found = separators
            .flatMap((separator) => parseCsv(text, separator).flat())
            .concat(split(text));
          expect(found.length).toBeGreaterThan(4);
          expect(found.filter(runs), JSON.stringify(text)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
