// Defines the input and the responses of the endpoints of test mode.
import * as z from 'zod';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';

const durationPattern =
  /^P(?!$)(?:(?<weeks>\d{1,4})W)?(?:(?<days>\d{1,4})D)?(?:T(?!$)(?:(?<hours>\d{1,5})H)?(?:(?<minutes>\d{1,6})M)?(?:(?<seconds>\d{1,8})S)?)?$/;
const secondsOf = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;

/** Returns milliseconds. */
function parseDuration(text: string): number | undefined {
  const parts = durationPattern.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const units = Object.entries(secondsOf).map(([name, seconds]) => Number(parts[name] ?? 0) * seconds);
  return 1000 * units.reduce((sum, seconds) => sum + seconds, 0);
}

const duration = z
  .string()
  .transform((text, { addIssue }) => {
    const milliseconds = parseDuration(text);
    if (milliseconds === undefined)
      addIssue(
        'Must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as P45D or PT12H',
      );
    return milliseconds ?? z.NEVER;
  })
  .meta({
    override: {
      type: 'string',
      format: 'duration',
      description:
        'How far to move the clock ahead: an ISO 8601 duration in weeks, days, hours, minutes and seconds, at most 400 days.',
      examples: ['P45D', 'PT12H'],
    },
  });

export const moveInput = z
  .strictObject({
    advance: duration.optional(),
    at: instantInput(
      'The new time of the clock, not before its present time, at most 400 days after it, and at most 3,650 days after the real time',
    ).optional(),
  })
  .refine(
    ({ advance, at }) => (advance === undefined) !== (at === undefined),
    'Must contain either `advance` or `at`',
  );
export type MoveInput = z.output<typeof moveInput>;

const clockFields = () => ({
  now: instant.meta({ description: 'The present time of the test data.' }),
  aheadBySeconds: z.int().meta({ description: 'How far the clock is ahead of the real time.' }),
  linkPrefix: z.string().meta({
    description:
      'Links of test mode have this text before the tracking code: `/v1/tracking/ref/{linkPrefix}{code}`. It changes with a reset.',
    example: 'test.01jd0000000000000000000000.',
  }),
});

export const clockAnswer = z
  .object(clockFields())
  .meta({ id: 'TestClock', description: 'The clock of the test data.' });

export const moveAnswer = z
  .object({
    ...clockFields(),
    approvedCommissions: z
      .int()
      .meta({ description: 'Commissions that were approved automatically, because their hold has ended.' }),
    isComplete: z.boolean().meta({
      description:
        'False if more commissions are due. They are approved within the next hour, or by the next move.',
    }),
  })
  .meta({
    id: 'TestClockMove',
    description: 'The clock of the test data after a move, and the work that was due.',
  });
