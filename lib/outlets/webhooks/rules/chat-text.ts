// Fits values into one line of a chat, and escapes what Slack and Discord would read as formatting or mentions.
import * as z from 'zod';

const maxValueLength = 80;

/** Half of an emoji at the end would be invalid Unicode, which receivers reject. */
export const firstCharacters = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

export const onOneLine = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ');

export function shortened(value: unknown): string {
  const text = onOneLine(typeof value === 'string' ? value : JSON.stringify(value ?? null));
  return text.length > maxValueLength ? `${firstCharacters(text, maxValueLength - 1)}…` : text;
}

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);

const maxFields = 5;
const changedFields = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).catch({});

/** For example `status active → paused`. */
export const changesOf = ({ changes }: { readonly changes?: unknown }): string =>
  Object.entries(changedFields.parse(changes))
    .slice(0, maxFields)
    .map(([name, { before, after }]) => `${name} ${shortened(before)} → ${shortened(after)}`)
    .join(', ');

/** Chat servers that accept the format of Slack read these words as mentions. An invisible space prevents that. */
const withoutMentions = (text: string): string =>
  text.replaceAll(/(?<!\w)@(?=(?:everyone|here|channel|all)\b)/gi, '@\u200B');

/** Slack reads these characters as links and mentions. https://docs.slack.dev/messaging/formatting-message-text */
export const escapedForSlack = (text: string): string =>
  withoutMentions(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Makes a text at most twice as long. */
export const escapedForDiscord = (text: string): string =>
  withoutMentions(text.replaceAll(/[\\*_~`|<>#[\]]/g, String.raw`\$&`));
