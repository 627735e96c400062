// One structured line a request: what was asked, by which brand, how it ended, what it cost.
import { now } from '#lib/shared/clock.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import type { Meter } from '#lib/table/meter.ts';

interface RequestLog {
  readonly route: string;
  readonly requestId: string;
  readonly brandId: string | undefined;
  readonly status: number | undefined;
  readonly startedAt: Date;
  readonly meter: Meter | undefined;
  readonly error: Error | undefined;
}

export function writeRequestLog({ startedAt, meter, error, ...facts }: RequestLog): void {
  const line = {
    ...facts,
    milliseconds: now().getTime() - startedAt.getTime(),
    dynamodb: meter && { calls: meter.calls, roundTrips: meter.roundTrips, capacity: meter.capacity },
  };
  if (error === undefined) return logger.info('request', line);
  if (error instanceof DomainError) {
    const { code, cause } = error;
    // An expected refusal is no error of ours; one with a cause (the table is away) is worth being read at night.
    return cause instanceof Error
      ? logger.error('request', { ...line, code, cause: { name: cause.name, message: cause.message } })
      : logger.info('request', { ...line, code });
  }
  const { name, message, stack } = error;
  return logger.error('request', { ...line, failure: { name, message, stack } });
}
