// Defines the schemas of days and instants.
import * as z from 'zod';
import { dateRange, isInDateRange, parseInstant } from './dates.ts';
import { isTimeZone } from './time-zones.ts';

export const instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 UTC with milliseconds.', example: '2026-03-01T09:30:00.000Z' });

const outOfRange = `Must be ${dateRange}`;

/** A text that `parse` converts to a day or an instant. */
const dateText = (parse: (text: string) => string | undefined, message: string, schema: object) =>
  z
    .string()
    .max(64)
    .transform((text, { addIssue }) => {
      const at = parse(text);
      if (at === undefined) addIssue(message);
      else if (!isInDateRange(at)) addIssue(outOfRange);
      return at ?? z.NEVER;
    })
    .meta({ override: { type: 'string', ...schema } });

export const instantInput = (description: string) =>
  dateText(parseInstant, 'Must be a date and time with an offset, such as 2026-03-01T09:30:00Z (RFC 3339)', {
    format: 'date-time',
    description: `${description}. RFC 3339 with any offset, ${dateRange}. Fractions of a millisecond are dropped.`,
    examples: ['2026-03-01T09:30:00Z', '2026-03-01T10:30:00.25+01:00'],
  });

export const day = z.iso
  .date('Must be a date, YYYY-MM-DD')
  .meta({ description: 'A day, `YYYY-MM-DD`.', example: '2026-03-01' });

export const dayInput = day.refine(isInDateRange, outOfRange);

export const timeZone = z
  .string()
  .refine(isTimeZone, 'Must be the name of an IANA time zone, such as Europe/Berlin or UTC')
  .meta({ description: 'The name of an IANA time zone.', example: 'Europe/Berlin' });

/** A day remains a day. An instant is converted to UTC. `rangeBetween` tells them apart by their length. */
export const dayOrInstant = (description: string) =>
  dateText(
    (text) => (day.safeParse(text).success ? text : parseInstant(text)),
    'Must be a date, YYYY-MM-DD, or a date and time with an offset, such as 2026-03-01T09:30:00Z',
    { description, examples: ['2026-03-01', '2026-03-01T09:30:00Z'] },
  );
