// Builds the body of a webhook in the format of its receiver.
import { changesOf, escapedForDiscord, escapedForSlack, firstCharacters, onOneLine } from './chat-text.ts';
import type { WebhookFormat } from './formats.ts';
import { sentenceOf } from './sentences.ts';

interface Event {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Discord refuses more than 2,000 characters, and escaping makes a text at most twice as long. */
const maxLength = 1000;

/** One line for people, such as `Ada was paused (affiliate.paused aff_01…)`. */
function lineOf({ type, resourceId, changes, data }: Event, creatorName: string | undefined): string {
  const named = creatorName === undefined ? data : { ...Object(data), affiliateId: creatorName };
  const event = { changes, data: named };
  const sentence = sentenceOf(type, event) ?? changesOf(event);
  const reference = `${type} ${resourceId}`;
  return firstCharacters(onOneLine(sentence === '' ? reference : `${sentence} (${reference})`), maxLength);
}

const bodies: Readonly<Record<WebhookFormat, (event: Event, creatorName: string | undefined) => unknown>> = {
  json: (event) => event,
  // Without formatting, an asterisk in a name stays an asterisk.
  slack: (event, name) => ({ text: escapedForSlack(lineOf(event, name)), mrkdwn: false }),
  // Without `allowed_mentions`, the name of a creator could notify a whole channel.
  discord: (event, name) => ({
    content: escapedForDiscord(lineOf(event, name)),
    allowed_mentions: { parse: [] },
  }),
};

/** `creatorName` replaces the id of the creator in texts. */
export const bodyOf = (format: WebhookFormat, event: Event, creatorName?: string): string =>
  JSON.stringify(bodies[format](event, creatorName));
