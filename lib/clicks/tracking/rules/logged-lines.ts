// Reads log lines from the events of CloudWatch Logs, and divides them into messages of a queue.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html
import { gunzipSync, gzipSync } from 'node:zlib';

/** The event of a subscription filter: a compressed document with log lines. */
export interface LogEvent {
  readonly awslogs: { readonly data: string };
}

const linesMessage = 'DATA_MESSAGE';
/** CloudWatch sends at most 1 MB of log lines, before compression. */
const maxBytes = 16 * 1024 * 1024;

/** Returns no line for a control message, with which CloudWatch tests the subscription. */
export function linesIn({ awslogs: { data } }: LogEvent): readonly string[] {
  const text = gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: maxBytes }).toString();
  const { messageType, logEvents }: { messageType?: unknown; logEvents?: readonly { message: string }[] } =
    JSON.parse(text);
  if (messageType !== linesMessage) return [];
  return (logEvents ?? []).map(({ message }) => message.trimEnd());
}

/** Creates the event that CloudWatch would send. */
export function logEventOf(lines: readonly string[]): LogEvent {
  const document = { messageType: linesMessage, logEvents: lines.map((message) => ({ message })) };
  return { awslogs: { data: gzipSync(JSON.stringify(document)).toString('base64') } };
}

const maxLines = 100;
/** Below the 256 KB that every queue of SQS accepts. A line is at most 256 KB, but that of a click has less than 1 KB. */
const maxMessageBytes = 200_000;

export const textOf = (lines: readonly string[]): string => lines.join('\n');
export const linesOf = (text: string): readonly string[] => text.split('\n');

export function messagesOf(lines: readonly string[]): readonly string[] {
  const messages: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const added = Buffer.byteLength(line) + 1;
    const last = messages.at(-1);
    if (last === undefined || last.length === maxLines || bytes + added > maxMessageBytes) {
      messages.push([line]);
      bytes = added;
    } else {
      last.push(line);
      bytes += added;
    }
  }
  return messages.map(textOf);
}
