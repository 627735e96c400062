// Tests that dates are calculated by the functions that check their range.
import { describe, expect, test } from 'vitest';
import { type Source, sourcesIn } from '#test/support/sources.ts';

const sources = ['lib', 'functions', 'infra/operator'].flatMap(sourcesIn);

/** The arguments of each `new Date(…)`. */
function argumentsOfDates({ code }: Pick<Source, 'code'>): readonly string[] {
  return [...code.matchAll(/\bnew Date\(/g)].map(({ index, 0: { length } }) => {
    let end = index + length;
    for (let depth = 1; depth > 0; end += 1) depth += code[end] === '(' ? 1 : code[end] === ')' ? -1 : 0;
    return code.slice(index + length, end - 1);
  });
}

const isCalculated = (argument: string): boolean => /\s[+-]\s/.test(argument);
const setter = /\.set(?:UTC)?(?:Time|FullYear|Month|Date|Hours|Minutes|Seconds|Milliseconds)\(/;

describe('calculations with dates', () => {
  test('only lib/shared/dates.ts calculates dates, because its functions refuse dates outside of the range', () => {
    const calculating = sources
      .filter((source) => argumentsOfDates(source).some(isCalculated) || setter.test(source.code))
      .map(({ path }) => path);
    expect(calculating, 'Use addMilliseconds, addSeconds, addDays or addMonths').toEqual([
      'lib/shared/dates.ts',
    ]);
  });

  test('a calculation is recognized in every form that the code has used', () => {
    const forms = [
      'new Date(now.getTime() + clockOffset)',
      'new Date(Date.parse(text) + 1).toISOString()',
      'new Date(\n  now.getTime() - days * 1000,\n)',
      'new Date(Math.max(now.getTime(), Date.parse(last) + 1))',
    ];
    expect(forms.map((code) => argumentsOfDates({ code }).some(isCalculated))).toEqual(forms.map(() => true));
    expect(argumentsOfDates({ code: 'new Date(text) - new Date(month)' }).some(isCalculated)).toBe(false);
  });
});
