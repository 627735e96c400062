// What drives the bill, and about how much it is: measured use times AWS's list prices.
import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { logBytesMetric, tableMetrics } from './metrics.ts';

/** US dollars in us-east-1, without free tiers, as of 2025; other regions cost up to half as much again. */
export const listPrices = {
  httpApiRequest: 1.0e-6,
  lambdaCall: 0.2e-6,
  lambdaGigabyteSecond: 0.0000133334,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  logByte: 0.5e-9,
} as const;

/** Left out because nothing measures them: storage, backups, traffic, alarms, metrics, traces. */
export const costsNotIncluded =
  'Without what is stored and backed up, data sent, alarms, metrics and traces. List prices of us-east-1, 2025.';

/** What of a stage is charged by its use, and measured. */
export interface BilledResources {
  readonly apiStage: HttpStage;
  readonly functions: readonly LambdaFunction[];
  readonly table: ITableV2;
  readonly logGroups: readonly ILogGroup[];
}

/** Metrics that are charged alike. */
interface CostDriver {
  /** What the ids of its metrics begin with, and no others in the same graph. */
  readonly prefix: string;
  readonly metrics: readonly IMetric[];
  readonly price: number;
}

/** In decimal: what reads expressions takes the `e` of `5e-10` for the name of a metric. */
const decimal = (factor: number): string => factor.toFixed(15).replace(/\.?0+$/, '');

const hourlyCost = (label: string, ...drivers: readonly CostDriver[]): IMetric =>
  new MathExpression({
    label,
    period: Duration.hours(1),
    expression: drivers
      .map(({ prefix, price }) => `FILL(SUM(METRICS("${prefix}")), 0) * ${decimal(price)}`)
      .join(' + '),
    usingMetrics: Object.fromEntries(
      drivers.flatMap(({ prefix, metrics }) => metrics.map((metric, i) => [`${prefix}${i}`, metric])),
    ),
  });

const memoryMegabytes = ({ node: { defaultChild } }: LambdaFunction): number => {
  if (!(defaultChild instanceof CfnFunction)) throw new Error('The function has no resource');
  return defaultChild.memorySize ?? 128;
};

/** One driver for each size of functions there is. */
const durationDrivers = (functions: readonly LambdaFunction[], price: number): readonly CostDriver[] =>
  [...Map.groupBy(functions, memoryMegabytes)].map(([megabytes, sameSize]) => ({
    prefix: `duration${megabytes}n`,
    metrics: sameSize.map((each) => each.metricDuration({ statistic: 'Sum' })),
    price: (price * megabytes) / 1024 / 1000,
  }));

/** What is used in an hour, each in the unit it is charged by; in US dollars where `priced`. */
export function costs({ apiStage, functions, table, logGroups }: BilledResources, priced: boolean) {
  const price = (unit: keyof typeof listPrices): number => (priced ? listPrices[unit] : 1);
  const units = (name: 'ConsumedReadCapacityUnits' | 'ConsumedWriteCapacityUnits') =>
    Object.values(tableMetrics(table, name));
  const calls = functions.map((each) => each.metricInvocations());
  const bytes = logGroups.map(logBytesMetric);
  return {
    requests: hourlyCost('API requests', {
      prefix: 'requests',
      metrics: [apiStage.metricCount()],
      price: price('httpApiRequest'),
    }),
    calls: hourlyCost('Lambda calls', { prefix: 'calls', metrics: calls, price: price('lambdaCall') }),
    gigabyteSeconds: hourlyCost(
      'Lambda GB-seconds',
      ...durationDrivers(functions, price('lambdaGigabyteSecond')),
    ),
    writes: hourlyCost('DynamoDB write units', {
      prefix: 'writes',
      metrics: units('ConsumedWriteCapacityUnits'),
      price: price('writeUnit'),
    }),
    reads: hourlyCost('DynamoDB read units', {
      prefix: 'reads',
      metrics: units('ConsumedReadCapacityUnits'),
      price: price('readUnit'),
    }),
    logs: hourlyCost('Log bytes', { prefix: 'bytes', metrics: bytes, price: price('logByte') }),
  };
}
