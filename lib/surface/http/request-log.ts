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

/** A 5xx is never INFO: it is an ERROR if something failed, and a WARN if an operator has stopped all changes. */
function levelOf(status: number | undefined, error: Error | undefined): 'info' | 'warn' | 'error' {
  const isFailure = error !== undefined && (!(error instanceof DomainError) || error.cause instanceof Error);
  if (isFailure) return 'error';
  return status !== undefined && status >= 500 ? 'warn' : 'info';
}

function reasonOf(error: Error | undefined) {
  if (error === undefined) return {};
  if (!(error instanceof DomainError)) {
    const { name, message, stack } = error;
    return { failure: { name, message, stack } };
  }
  if (!(error.cause instanceof Error)) return { code: error.code };
  const { name, message } = error.cause;
  return { code: error.code, cause: { name, message } };
}

export function writeRequestLog({ startedAt, meter, error, ...facts }: RequestLog): void {
  logger[levelOf(facts.status, error)]('request', {
    ...facts,
    milliseconds: now().getTime() - startedAt.getTime(),
    dynamodb: meter && { calls: meter.calls, roundTrips: meter.roundTrips, capacity: meter.capacity },
    ...reasonOf(error),
  });
}
