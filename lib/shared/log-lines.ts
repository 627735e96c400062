// What goes to the log: a JSON object a line, and counts in CloudWatch's embedded metric format. Small, without zod.
import { now } from './clock.ts';
import { type CountedEvent, metricDimensions, metricsNamespace, serviceName } from './metric-names.ts';

/** From the least to the most important; `SILENT` is the level of no line. */
export const logLevels = ['INFO', 'WARN', 'ERROR', 'SILENT'] as const;
type LogLevel = (typeof logLevels)[number];

interface LogSettings {
  readonly stage: string;
  /** Lines below it are not written. It says nothing about counts. */
  readonly level: LogLevel;
  readonly countsAreWritten: boolean;
}

type NamesOfEachLine = 'level' | 'message' | 'timestamp' | 'service' | 'stage' | 'xray_trace_id';

/** What one line says beside what each line does; what is undefined is left out. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly [Name in NamesOfEachLine]?: never };

export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Writes a count of a named event, for alarms and dashboard: whatever the level is. */
  countEvent(name: CountedEvent, count?: number): void;
}

/** What writes the log of a stage. Never give it a token, a password, an e-mail address or a body. */
export function loggerOf({ stage, level: lowest, countsAreWritten }: LogSettings): Logger {
  const writer = (level: LogLevel) => {
    const isWritten = logLevels.indexOf(level) >= logLevels.indexOf(lowest);
    return (message: string, fields: LogFields = {}): void => {
      if (!isWritten) return;
      const timestamp = now().toISOString();
      const own = { level, message, timestamp, service: serviceName, xray_trace_id: traceId(), stage };
      write({ ...own, ...fields });
    };
  };
  return {
    info: writer('INFO'),
    warn: writer('WARN'),
    error: writer('ERROR'),
    countEvent: (name, count = 1) => {
      if (countsAreWritten) write(metricLine(stage, name, count));
    },
  };
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
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

/** The runtime's store knows it also where one process answers several requests at once; the environment does not. */
function traceId(): string | undefined {
  const header = globalThis.awslambda?.InvokeStore?.getXRayTraceId?.() ?? process.env._X_AMZN_TRACE_ID ?? '';
  return /(?:^|Root=)([^;=]+)(?:;|$)/.exec(header)?.[1];
}

// Made while the process starts, when Lambda gives it a whole processor, and not within the first request.
const { stdout } = process;

/**
 * Writes one event of CloudWatch. Lambda ends an event at each line break, and JSON escapes those within texts. Its
 * `console.log` would put time, request id and level before the JSON, so that no filter could read its fields. Node
 * writes to a pipe at once, not later: nothing is left behind in a process that Lambda freezes after its answer.
 */
function write(line: object): void {
  stdout.write(`${Object.values(line).every(isPlain) ? JSON.stringify(line) : carefully(line)}\n`);
}

/** What JSON writes as it is, and without failing: most lines hold nothing else. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number');
}

/** Whatever it is given: a line about a failure must not become one itself. */
function carefully(line: object): string {
  const members = Object.entries(line).flatMap(([name, value]) => {
    const form = formOf(value);
    return form === undefined ? [] : [`${JSON.stringify(name)}:${form}`];
  });
  return `{${members.join()}}`;
}

/** Undefined where JSON leaves a member out. */
function formOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, plain);
  } catch {
    return '"(cannot be written as JSON)"';
  }
}

/** Of an error what tells where it happened, and not what else a library has put into it. */
function plain(_: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === 'bigint' ? String(value) : value;
}
