// Formats amounts and days in the language of a creator.
import type { MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { fromMinor, minorDigits } from '#lib/foundation/shared/money.ts';

const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<MailLanguage, string>;

export function formatAmount(minor: number, currency: string, language: MailLanguage): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // The type of the text promises only what TypeScript can check: `format` is exact for decimals.
  return format.format(fromMinor(minor, currency).rawJSON as Intl.StringNumericLiteral);
}

const daysIn = (language: MailLanguage, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone });

/** `day` is a day such as `2026-11-22`. */
export const formatDay = (day: string, language: MailLanguage): string =>
  daysIn(language, 'UTC').format(new Date(day));

interface Place {
  readonly language: MailLanguage;
  readonly timeZone: string;
}

/** Names the time zone, because the reader may live in another one. */
export const formatTime = (time: string, { language, timeZone }: Place): string =>
  new Intl.DateTimeFormat(locales[language], {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZoneName: 'short', timeZone },
  }).format(new Date(time));

export const formatPeriod = (from: string, to: string, { language, timeZone }: Place): string =>
  daysIn(language, timeZone).formatRange(new Date(from), new Date(to));
