// Days and instants as they come in, are stored and go out.
import * as z from 'zod';

export const instant = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 UTC with milliseconds', example: '2026-03-01T09:30:00.000Z' });

export const day = z.iso
  .date('Must be a date, YYYY-MM-DD')
  .meta({ description: 'A UTC day', example: '2026-03-01' });
