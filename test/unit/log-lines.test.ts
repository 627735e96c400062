// Tests the format of log lines and metrics, which alarms and traces depend on.
import { spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger, type Logger } from '#lib/foundation/shared/log-lines.ts';
import { metricDimensions, metricsNamespace, serviceName } from '#lib/foundation/shared/metric-names.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';

const traceId = '1-5759e988-bd862e3fe1be46a994272793';
const header = `Root=${traceId};Parent=557abcec3ee5a047;Sampled=1`;

/** Runs module code in a process with the environment of stage `dev` and returns its log lines. */
function linesOf(code: string, environment: Record<string, string> = {}): readonly Json[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      STAGE: 'dev',
      TABLE_NAME: 'a-table',
      ...environment,
    },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .trim()
    .split('\n')
    .map((line): Json => JSON.parse(line));
}

const answerOneRequest = `
  import { handler } from '#functions/service/openapi.ts';
  const http = { method: 'GET', path: '/v1/openapi.json', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'x' };
  const requestContext = { requestId: 'JKJaXmPLvHcESHA=', http };
  const event = { version: '2.0', rawPath: http.path, rawQueryString: '', headers: {}, requestContext };
  const { headers } = await handler(event);
  console.log(JSON.stringify({ answered: headers['x-request-id'] }));
`;

describe('the log of a function', () => {
  test.each([
    ['the environment', answerOneRequest, { _X_AMZN_TRACE_ID: header }],
    [
      'the invoke store of the runtime',
      `globalThis.awslambda = { InvokeStore: { getXRayTraceId: () => '${header}' } };${answerOneRequest}`,
      {},
    ],
  ])(
    'contains each request with the request id of its response and the trace id from %s',
    (_, code, given) => {
      const [request, answer] = linesOf(code, given);
      expect(request).toMatchObject({ message: 'request', route: 'service.openapi', xray_trace_id: traceId });
      expect(request?.requestId).toBe(answer?.answered);
      expect(answer?.answered).toBe('JKJaXmPLvHcESHA=');
    },
  );

  test('the log of a function has the level of LOG_LEVEL, and contains metrics unless METRICS is off', () => {
    const code = `
    import { logger } from '#lib/foundation/shared/logger.ts';
    logger.info('an info');
    logger.warn('a warning');
    logger.countEvent('LoginFailed');
  `;
    const written = (environment: Record<string, string>) =>
      linesOf(code, environment).map(({ level, message, LoginFailed }) => level ?? message ?? LoginFailed);
    expect(written({})).toEqual(['INFO', 'WARN', 1]);
    expect(written({ LOG_LEVEL: 'WARN' })).toEqual(['WARN', 1]);
    expect(written({ METRICS: 'off' })).toEqual(['INFO', 'WARN']);
  });
});

function writtenBy(
  settings: Partial<Parameters<typeof createLogger>[0]>,
  use: (logger: Logger) => void,
): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    use(createLogger({ stage: 'dev', commit: '0b39c5c7', level: 'INFO', writesMetrics: true, ...settings }));
    return write.mock.calls.join('');
  } finally {
    write.mockRestore();
  }
}

const at = '2027-01-31T12:00:00.123Z';

describe('the logger', () => {
  test('writes the level, message, timestamp, service, stage and commit in addition to the given fields', () => {
    fakeClock(at);
    const line = writtenBy({}, (logger) =>
      logger.error('a failure', { code: 'conflict', brandId: undefined }),
    );
    expect(JSON.parse(line)).toEqual({
      level: 'ERROR',
      message: 'a failure',
      timestamp: at,
      service: serviceName,
      stage: 'dev',
      commit: '0b39c5c7',
      code: 'conflict',
    });
  });

  test.each([
    [`Self=1-67891234-12456789abcdef012345678;${header}`, traceId],
    [traceId, traceId],
  ])('reads the trace id from the header "%s"', (given, id) => {
    vi.stubEnv('_X_AMZN_TRACE_ID', given);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(JSON.parse(writtenBy({}, (logger) => logger.info('traced'))).xray_trace_id).toBe(id);
  });

  test.each(['Parent=557abcec3ee5a047;Sampled=1', ''])('writes no trace id for the header "%s"', (given) => {
    vi.stubEnv('_X_AMZN_TRACE_ID', given);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(JSON.parse(writtenBy({}, (logger) => logger.info('traced'))).xray_trace_id).toBeUndefined();
  });

  test.each([
    ['INFO', ['INFO', 'WARN', 'ERROR']],
    ['WARN', ['WARN', 'ERROR']],
    ['ERROR', ['ERROR']],
    ['SILENT', []],
  ] as const)('the level %s permits lines of the levels %j, and every metric', (level, through) => {
    const lines = writtenBy({ level }, (logger) => {
      logger.info('one');
      logger.warn('two');
      logger.error('three');
      logger.countEvent('ClickStored', 3);
    });
    const written = lines
      .trim()
      .split('\n')
      .map((line): Json => JSON.parse(line));
    expect(written.map((line) => line.level ?? line.ClickStored)).toEqual([...through, 3]);
  });

  test('writes metrics with the namespace and the dimensions that the alarms use', () => {
    fakeClock(at);
    const line = writtenBy({ level: 'SILENT' }, (logger) => logger.countEvent('LoginFailed', 2));
    const dimensions = metricDimensions('dev');
    expect(JSON.parse(line)).toEqual({
      _aws: {
        Timestamp: Date.parse(at),
        CloudWatchMetrics: [
          {
            Namespace: metricsNamespace,
            Dimensions: [Object.keys(dimensions)],
            Metrics: [{ Name: 'LoginFailed', Unit: 'Count' }],
          },
        ],
      },
      ...dimensions,
      LoginFailed: 2,
    });
    expect(line.endsWith('\n')).toBe(true);
  });

  test('writes any text on a single line', () => {
    const message = 'a\nb\r\nc\u2028"d"';
    const line = writtenBy({}, (logger) => logger.info(message, { 'an\nodd name': message }));
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({ message, 'an\nodd name': message });
  });

  test('writes only the name, message and stack of an error, and no property that a library added', () => {
    const failure = Object.assign(new TypeError('it broke'), { payload: { email: 'jane@example.test' } });
    const line = writtenBy({}, (logger) => logger.error('failed', { failure, within: [{ failure }] }));
    const { name, message, stack } = failure;
    expect(JSON.parse(line)).toMatchObject({
      failure: { name, message, stack },
      within: [{ failure: { name } }],
    });
    expect(line).not.toContain('jane@example.test');
  });

  test('replaces values that JSON cannot represent instead of throwing', () => {
    const circular: Record<string, unknown> = { of: 'itself' };
    circular.self = circular;
    const refusing = { toJSON: () => expect.unreachable() };
    const line = writtenBy({}, (logger) =>
      logger.info('odd', { circular, refusing, nothing: () => {}, big: 2n ** 64n, after: [1n, 'all'] }),
    );
    const unwritable = '(cannot be written as JSON)';
    expect(JSON.parse(line)).toMatchObject({
      message: 'odd',
      circular: unwritable,
      refusing: unwritable,
      big: '18446744073709551616',
      after: ['1', 'all'],
    });
    expect(JSON.parse(line)).not.toHaveProperty('nothing');
  });
});
