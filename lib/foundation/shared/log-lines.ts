// Writes logs as one JSON object per line, and metrics in CloudWatch's embedded metric format.
import { now } from './clock.ts';
import { type CountedEvent, metricDimensions, metricsNamespace, serviceName } from './metric-names.ts';

export const logLevels = ['INFO', 'WARN', 'ERROR', 'SILENT'] as const;
type LogLevel = (typeof logLevels)[number];

interface LogSettings {
  readonly stage: string;
  readonly commit: string;
  readonly level: LogLevel;
  readonly writesMetrics: boolean;
}

type StandardField = 'level' | 'message' | 'timestamp' | 'service' | 'stage' | 'commit' | 'xray_trace_id';

type LogFields = Readonly<Record<string, unknown>> & { readonly [Name in StandardField]?: never };

export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  countEvent(name: CountedEvent, count?: number): void;
}

export function createLogger({ stage, commit, level: lowest, writesMetrics }: LogSettings): Logger {
  const writer = (level: LogLevel) => {
    const isWritten = logLevels.indexOf(level) >= logLevels.indexOf(lowest);
    return (message: string, fields: LogFields = {}): void => {
      if (!isWritten) return;
      const timestamp = now().toISOString();
      const standard = { level, message, timestamp, service: serviceName, xray_trace_id: traceId() };
      write({ ...standard, stage, commit, ...fields });
    };
  };
  return {
    info: writer('INFO'),
    warn: writer('WARN'),
    error: writer('ERROR'),
    countEvent: (name, count = 1) => {
      if (writesMetrics) write(metricLine(stage, name, count));
    },
  };
}

/**
 * Returns a line in the embedded metric format, which AWS specifies here:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
function metricLine(stage: string, name: CountedEvent, count: number) {
  const dimensions = metricDimensions(stage);
  const directive = {
    Namespace: metricsNamespace,
    Dimensions: [Object.keys(dimensions)],
    Metrics: [{ Name: name, Unit: 'Count' }],
  };
  return {
    _aws: { Timestamp: now().getTime(), CloudWatchMetrics: [directive] },
    ...dimensions,
    [name]: count,
  };
}

declare global {
  namespace awslambda {
    let InvokeStore: { getXRayTraceId?(): string | undefined } | undefined;
  }
}

/** Prefers Lambda's invoke store, because `_X_AMZN_TRACE_ID` is wrong while one process handles several requests concurrently. */
function traceId(): string | undefined {
  const header = globalThis.awslambda?.InvokeStore?.getXRayTraceId?.() ?? process.env._X_AMZN_TRACE_ID ?? '';
  return /(?:^|Root=)([^;=]+)(?:;|$)/.exec(header)?.[1];
}

// Node creates `stdout` on first access. Access it at startup, when Lambda provides a full CPU.
const { stdout } = process;

/**
 * Does not use `console.log`, because the prefix that Lambda adds to its lines breaks JSON filters.
 * Writes to a pipe are synchronous, so no line is lost.
 */
function write(line: object): void {
  stdout.write(`${safeStringify(line)}\n`);
}

function safeStringify(line: object): string {
  const members = Object.entries(line).flatMap(([name, value]) => {
    const json = safeJson(value);
    return json === undefined ? [] : [`${JSON.stringify(name)}:${json}`];
  });
  return `{${members.join()}}`;
}

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, typeof value === 'string' ? undefined : replacer);
  } catch {
    return '"(cannot be written as JSON)"';
  }
}

/** Omits the properties that libraries add to errors, because these properties may contain personal data. */
function replacer(_: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === 'bigint' ? String(value) : value;
}
