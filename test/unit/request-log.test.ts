// Tests the level of the log line of a request.
import { afterEach, expect, test, vi } from 'vitest';
import { DomainError, notFound, unavailable } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { writeRequestLog } from '#lib/surface/http/request-log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['a success', 200, undefined, 'info'],
  ['a refused request', 404, notFound('affiliate'), 'info'],
  ['a change on a read-only stage', 503, new DomainError('unavailable', 'read_only', 'Later'), 'warn'],
  ['a 503 without a cause', 503, unavailable(), 'warn'],
  ['a 503 with a cause', 503, unavailable(new Error('The table is busy')), 'error'],
  ['an unexpected failure', 500, new Error('A bug'), 'error'],
])('the line of %s (%i) has the right level', (_, status, error, level) => {
  const written: string[] = [];
  for (const name of ['info', 'warn', 'error'] as const)
    vi.spyOn(logger, name).mockImplementation(() => {
      written.push(name);
    });
  writeRequestLog({
    route: 'affiliates.get',
    requestId: 'request-1',
    brandId: undefined,
    status,
    startedAt: new Date(),
    meter: undefined,
    error,
  });
  expect(written).toEqual([level]);
});
