// Builds the body of a webhook in the format of its receiver.
import type { WebhookFormat } from './formats.ts';
import { summaryOf } from './summaries.ts';

interface Event {
  readonly id: string;
  readonly [field: string]: unknown;
}

const maxFields = 5;
const maxValueLength = 80;
/** Discord refuses a longer text. */
const maxLength = 2000;

/** Half of an emoji at the end would be invalid Unicode, which receivers reject. */
const firstCharacters = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

const onOneLine = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ');

function shortened(value: unknown): string {
  const text = onOneLine(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > maxValueLength ? `${firstCharacters(text, maxValueLength - 1)}…` : text;
}

/** One line for people, such as `affiliate.paused aff_01…: status active → paused`. */
function lineOf({ type, resourceId, changes, data }: Event): string {
  const summary = summaryOf(type, data);
  const fields = Object.entries(Object(changes) as Record<string, { before: unknown; after: unknown }>)
    .slice(0, maxFields)
    .map(([name, { before, after }]) => `${name} ${shortened(before)} → ${shortened(after)}`);
  const details = summary === undefined ? fields.join(', ') : onOneLine(summary);
  const line = `${type} ${resourceId}${details === '' ? '' : `: ${details}`}`;
  return firstCharacters(line, maxLength);
}

/** Slack reads these characters as links and mentions. */
const escapedForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const named = (event: Event, creatorName: string | undefined): Event =>
  creatorName === undefined ? event : { ...event, data: { ...Object(event.data), affiliateId: creatorName } };

const bodies: Readonly<Record<WebhookFormat, (event: Event, creatorName?: string) => unknown>> = {
  json: (event) => event,
  slack: (event, name) => ({ text: escapedForSlack(lineOf(named(event, name))) }),
  // Without `allowed_mentions`, the name of a creator could notify a whole channel.
  discord: (event, name) => ({ content: lineOf(named(event, name)), allowed_mentions: { parse: [] } }),
};

/** `creatorName` replaces the id of the creator in texts. */
export const bodyOf = (format: WebhookFormat, event: Event, creatorName?: string): string =>
  JSON.stringify(bodies[format](event, creatorName));
