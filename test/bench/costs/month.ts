// Calculates what a month costs from the counts of one click and one order.
import { backupDays } from '#infra/backup.ts';
import type { accessLogFields } from '#infra/constructs/access-log.ts';
import { memoryMegabytes } from '#infra/constructs/service-function.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { sum } from '#lib/foundation/shared/sum.ts';
import type { Units } from '../meter.ts';
import { prices } from './prices.ts';

export const hoursPerMonth = 730;
const daysPerMonth = hoursPerMonth / 24;
const secondsPerMonth = daysPerMonth * secondsPerDay;

export const ofTable = ({ reads, writes }: Units): number =>
  reads * prices.readUnit + writes * prices.writeUnit;
export const ofCall = (milliseconds: number): number =>
  prices.lambdaCall + (milliseconds / 1000) * (memoryMegabytes / 1024) * prices.lambdaGigabyteSecond;

export interface CostRow {
  readonly name: string;
  readonly quantity: string;
  readonly dollars: number;
}

/** What one click, or one order, uses. */
export interface Activity {
  readonly units: Units;
  /** Bytes of the table and of its indexes that remain for a month or longer. */
  readonly stored: { readonly table: number; readonly indexes: number; readonly days: number };
  /** The lines of the service itself. */
  readonly logBytes: number;
  readonly requestMilliseconds: number;
  /** Calls of each function behind the stream. */
  readonly streamCalls: readonly number[];
  readonly streamMilliseconds: number;
}

interface Share extends Activity {
  /** In a month. */
  readonly count: number;
}

/** Lambda writes these lines for each call. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html */
const linesOfLambda = [
  'START RequestId: 8f507cfc-0000-4697-b07a-ac58fc914c95 Version: $LATEST',
  'END RequestId: 8f507cfc-0000-4697-b07a-ac58fc914c95',
  'REPORT RequestId: 8f507cfc-0000-4697-b07a-ac58fc914c95\tDuration: 12.34 ms\tBilled Duration: 13 ms\tMemory Size: 512 MB\tMax Memory Used: 100 MB\t',
];
const lambdaLogBytes = Buffer.byteLength(linesOfLambda.join('\n'));

const loggedRequest: Readonly<Record<keyof typeof accessLogFields, string>> = {
  requestId: 'ABCDEFGHIJKLMNOP=',
  time: '1764230400000',
  method: 'GET',
  routeKey: 'GET /v1/tracking/ref/{code}',
  status: '302',
  milliseconds: '12',
  responseLength: '0',
  error: '-',
  integrationStatus: '200',
  integrationMilliseconds: '10',
  integrationError: '-',
};
const accessLogBytes = Buffer.byteLength(JSON.stringify(loggedRequest));

/** Lambda traces one call per second of each function, and 5% of the others. https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
export function tracesOf(callsPerMonth: number): number {
  const perSecond = callsPerMonth / secondsPerMonth;
  const first = Math.min(perSecond, 1);
  return (first + 0.05 * (perSecond - first)) * secondsPerMonth;
}

const millions = (count: number): string => `${(count / 1e6).toFixed(count < 1e6 ? 3 : 1)} million`;
export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 3 : 1)} GB`;

/** Each backup and each copy is complete, because AWS Backup has no incremental backups of DynamoDB. */
export function backupRows(
  tableBytes: number,
  { local, copies }: Readonly<Record<keyof typeof backupDays, number>> = backupDays,
): readonly CostRow[] {
  const size = gigabytes(tableBytes);
  return [
    {
      name: 'backups: storage',
      quantity: `${local} backups and ${copies} copies of ${size}`,
      dollars: (local + copies) * tableBytes * prices.backupByte,
    },
    {
      name: 'backups: transfer to the other region',
      quantity: `${size} each day`,
      dollars: daysPerMonth * tableBytes * prices.copiedByte,
    },
  ];
}

/** The rows of a month, after a year with the same traffic. */
export function monthOf(
  shares: readonly Share[],
  { logRetentionDays }: { readonly logRetentionDays: number },
): readonly CostRow[] {
  const total = (of: (share: Share) => number): number => sum(shares.map((share) => share.count * of(share)));
  const requests = total(() => 1);
  const streamCalls = total((share) => sum(share.streamCalls));
  const lambda = total(
    (share) => ofCall(share.requestMilliseconds) + sum(share.streamCalls) * ofCall(share.streamMilliseconds),
  );
  const units = { reads: total((its) => its.units.reads), writes: total((its) => its.units.writes) };
  const tableBytes = total(({ stored }) => (stored.table * stored.days) / daysPerMonth);
  const indexBytes = total(({ stored }) => (stored.indexes * stored.days) / daysPerMonth);
  const logBytes =
    total((its) => its.logBytes) + requests * accessLogBytes + (requests + streamCalls) * lambdaLogBytes;
  const storedLogs = (logBytes * logRetentionDays) / daysPerMonth;
  const traces = sum(
    shares.flatMap(({ count, streamCalls: calls }) => [1, ...calls].map((one) => tracesOf(count * one))),
  );
  return [
    { name: 'API requests', quantity: millions(requests), dollars: requests * prices.httpApiRequest },
    { name: 'Lambda', quantity: `${millions(requests + streamCalls)} calls`, dollars: lambda },
    {
      name: 'DynamoDB: writes',
      quantity: `${millions(units.writes)} units`,
      dollars: units.writes * prices.writeUnit,
    },
    {
      name: 'DynamoDB: reads',
      quantity: `${millions(units.reads)} units`,
      dollars: units.reads * prices.readUnit,
    },
    {
      name: 'DynamoDB: storage, with indexes',
      quantity: gigabytes(tableBytes + indexBytes),
      dollars: (tableBytes + indexBytes) * prices.tableByte,
    },
    {
      name: 'DynamoDB: point-in-time recovery',
      quantity: gigabytes(tableBytes),
      dollars: tableBytes * prices.recoveryByte,
    },
    { name: 'logs: ingested', quantity: gigabytes(logBytes), dollars: logBytes * prices.logByte },
    { name: 'logs: stored', quantity: gigabytes(storedLogs), dollars: storedLogs * prices.storedLogByte },
    { name: 'X-Ray traces', quantity: millions(traces), dollars: traces * prices.trace },
    ...backupRows(tableBytes),
  ];
}
