// Writes one log line per request, with route, brand, status, duration and cost.
import { now } from '#lib/foundation/shared/clock.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { Meter } from '#lib/foundation/table/meter.ts';

interface RequestLog {
  readonly route: string;
  readonly requestId: string;
  readonly brandId: string | undefined;
  /** The id of the API key that sent the request. The log never contains the key itself. */
  readonly keyId?: string | undefined;
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
  if (error === undefined) {
    logger.info('request', line);
  } else if (!(error instanceof DomainError)) {
    const { name, message, stack } = error;
    logger.error('request', { ...line, failure: { name, message, stack } });
  } else if (error.cause instanceof Error) {
    // A handled failure with a cause, such as a 503, is logged as an error, so that operators notice the cause.
    const { name, message } = error.cause;
    logger.error('request', { ...line, code: error.code, cause: { name, message } });
  } else {
    logger.info('request', { ...line, code: error.code });
  }
}
