// Days and instants as they come in, are stored and go out.
import * as z from 'zod';
import { instantOf } from './dates.ts';

export const instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 UTC with milliseconds', example: '2026-03-01T09:30:00.000Z' });

/** An instant as it is sent; stored as `instant`. */
export const instantInput = (description: string) =>
  z.lazy(() =>
    z
      .string()
      .max(64)
      .transform((text, { addIssue }) => {
        const at = instantOf(text);
        if (at === undefined)
          addIssue('Must be a date and time with an offset, as 2026-03-01T09:30:00Z (RFC 3339)');
        return at ?? z.NEVER;
      })
      .meta({
        override: {
          type: 'string',
          format: 'date-time',
          description: `${description}. RFC 3339, with any offset; what is below a millisecond is cut off`,
          examples: ['2026-03-01T09:30:00Z', '2026-03-01T10:30:00.25+01:00'],
        },
      }),
  );

export const day = z.iso
  .date('Must be a date, YYYY-MM-DD')
  .meta({ description: 'A UTC day', example: '2026-03-01' });
