// Shows amounts, numbers and times in the language of a person, and in the currency and time zone of a brand.
import type { Language } from './texts/texts.ts';

export interface Place {
  readonly currency: string;
  readonly timezone: string;
}

export interface Format {
  money(amount: number, currency?: string): string;
  number(value: number): string;
  /** `0.123` is shown as 12.3%. */
  share(value: number): string;
  day(time: string): string;
  time(time: string): string;
  /** A calendar day, such as `2026-11-27`, has no time zone. */
  calendarDay(day: string): string;
  /** Without the year. */
  shortDay(day: string): string;
}

export function newFormat(language: Language, { currency, timezone: timeZone }: Place): Format {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    money: (amount, other = currency) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: other }).format(amount),
    number: (value) => new Intl.NumberFormat(language).format(value),
    share: (value) => percent.format(value),
    day: (time) => dates({ dateStyle: 'medium', timeZone }).format(new Date(time)),
    time: (time) => dates({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time)),
    shortDay: (day) => dates({ month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day)),
    calendarDay: (day) => dates({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
  };
}
