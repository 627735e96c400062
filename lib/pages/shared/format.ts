// Shows amounts, numbers and times in the language of a person, and in the currency and time zone of a brand. A missing value is a dash.
import type { Language } from './texts/texts.ts';

interface Place {
  readonly currency: string;
  readonly timezone: string;
}

type Show<Value> = (value: Value | null | undefined) => string;

const orDash =
  <Value>(show: (value: Value) => string): Show<Value> =>
  (value) =>
    value === null || value === undefined ? '–' : show(value);

export type Format = ReturnType<typeof newFormat>;

export function newFormat(language: Language, { currency, timezone: timeZone }: Place) {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const dateFormat = new Intl.DateTimeFormat(language, options);
    return orDash((time: string) => dateFormat.format(new Date(time)));
  };
  const numbers = new Intl.NumberFormat(language);
  const exactNumbers = new Intl.NumberFormat(language, { maximumFractionDigits: 10 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const rates = new Intl.NumberFormat(language, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 });
  const moneyIn = (code: string) => new Intl.NumberFormat(language, { style: 'currency', currency: code });
  const money = (amount: number | null | undefined, code = currency): string =>
    orDash(moneyIn(code).format)(amount);
  return {
    money,
    number: orDash((value: number) => numbers.format(value)),
    /** A decimal text of the API, with all its digits. */
    exact: (text: string) => exactNumbers.format(text as Intl.StringNumericLiteral),
    /** `0.123` is shown as 12.3%. */
    share: orDash((value: number) => percent.format(value)),
    rate: orDash(({ type, value }: { readonly type: string; readonly value: number }) =>
      type === 'fixed' ? money(value) : rates.format(value),
    ),
    day: dates({ dateStyle: 'medium', timeZone }),
    time: dates({ dateStyle: 'medium', timeStyle: 'short', timeZone }),
    /** Names the time zone, for people who may live in another one. */
    timeInZone: dates({
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZoneName: 'short', timeZone },
    }),
    /** A calendar day, such as `2026-11-27`, has no time zone. */
    calendarDay: dates({ dateStyle: 'medium', timeZone: 'UTC' }),
    /** A month, such as `2026-11`. */
    month: dates({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    /** Without the year. */
    shortDay: dates({ month: 'short', day: 'numeric', timeZone: 'UTC' }),
  };
}
