import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { listPrices } from './list-prices.ts';
import { accountFunctionMetric, logBytesMetric, tableMetrics } from './metrics.ts';
import { memoryMegabytes } from './service-function.ts';

export const costsNotIncluded =
  'Excludes storage, backups, data transfer, alarms, metrics and traces. List prices of us-east-1, 2025.';

export interface BilledResources {
  readonly apiStage: HttpStage;
  readonly table: ITableV2;
  readonly logGroups: readonly ILogGroup[];
}

interface CostDriver {
  /** The prefix of the metric ids. It must be unique in the graph. */
  readonly prefix: string;
  readonly metrics: readonly IMetric[];
  readonly price: number;
}

/** Formats a factor without an exponent, because CloudWatch would parse `5e-10` as a metric id. */
const decimal = (factor: number): string => factor.toFixed(15).replace(/\.?0+$/, '');

const hourlyTotal = (label: string, { prefix, metrics, price }: CostDriver): IMetric =>
  new MathExpression({
    label,
    period: Duration.hours(1),
    expression: `FILL(SUM(METRICS("${prefix}")), 0) * ${decimal(price)}`,
    usingMetrics: Object.fromEntries(metrics.map((metric, i) => [`${prefix}${i}`, metric])),
  });

/** Returns the hourly usage in billing units or, when `priced`, in US dollars. */
export function costs({ apiStage, table, logGroups }: BilledResources, priced: boolean) {
  const price = (unit: keyof typeof listPrices): number => (priced ? listPrices[unit] : 1);
  const units = (name: 'ConsumedReadCapacityUnits' | 'ConsumedWriteCapacityUnits') =>
    Object.values(tableMetrics(table, name));
  const bytes = logGroups.map(logBytesMetric);
  return {
    requests: hourlyTotal('API requests', {
      prefix: 'requests',
      metrics: [apiStage.metricCount()],
      price: price('httpApiRequest'),
    }),
    // A stage has an account of its own, and a graph has at most 500 metrics.
    calls: hourlyTotal('Lambda invocations', {
      prefix: 'calls',
      metrics: [accountFunctionMetric('Invocations', 'Sum')],
      price: price('lambdaCall'),
    }),
    gigabyteSeconds: hourlyTotal('Lambda GB-seconds', {
      prefix: 'duration',
      metrics: [accountFunctionMetric('Duration', 'Sum')],
      price: (price('lambdaGigabyteSecond') * memoryMegabytes) / 1024 / 1000,
    }),
    writes: hourlyTotal('DynamoDB write units', {
      prefix: 'writes',
      metrics: units('ConsumedWriteCapacityUnits'),
      price: price('writeUnit'),
    }),
    reads: hourlyTotal('DynamoDB read units', {
      prefix: 'reads',
      metrics: units('ConsumedReadCapacityUnits'),
      price: price('readUnit'),
    }),
    logs: hourlyTotal('Log bytes', { prefix: 'bytes', metrics: bytes, price: price('logByte') }),
  };
}
