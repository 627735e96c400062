// Reads the times and statuses of past orders as other programs write them.

const day = /^\d{4}-\d\d-\d\d$/;
const dayAndTime = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:UTC|Z|([+-]\d\d):?(\d\d))?$/i;
const germanDay = /^(\d\d?)\.(\d\d?)\.(\d{4})$/;

/** A day without a time is its noon in UTC, which most time zones count to the same day. Returns other texts as they are. */
export function instantTextOf(text: string): string {
  if (day.test(text)) return `${text}T12:00:00Z`;
  const [, date, time = '', hours, minutes] = dayAndTime.exec(text) ?? [];
  if (date !== undefined) {
    const seconds = time.length === 'hh:mm'.length ? `${time}:00` : time;
    return `${date}T${seconds}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
  }
  const [, dayOfMonth = '', month = '', year] = germanDay.exec(text) ?? [];
  return year === undefined
    ? text
    : `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}T12:00:00Z`;
}

const recorded = [
  'paid',
  'approved',
  'completed',
  'complete',
  'active',
  'processed',
  'succeeded',
  'won',
  'bezahlt',
];
/** An opening balance has the commissions that an earlier program has not paid. */
const owed = ['pending', 'due', 'unpaid', 'open', 'hold', 'held', 'offen'];
const ended = [
  'refunded',
  'canceled',
  'cancelled',
  'void',
  'voided',
  'rejected',
  'denied',
  'declined',
  'failed',
];
const alsoEnded = ['reversed', 'chargeback', 'disputed', 'duplicate', 'fraud', 'storniert', 'erstattet'];

/** Returns undefined for an unknown word. */
export function countsAs(status: string): 'recorded' | 'skipped' | undefined {
  const word = status.toLowerCase();
  if ([...recorded, ...owed].includes(word)) return 'recorded';
  return [...ended, ...alsoEnded].includes(word) ? 'skipped' : undefined;
}
