import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Stage } from '#infra/stage.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import {
  type CountedEvent,
  metricDimensions,
  metricsNamespace,
} from '#lib/foundation/shared/metric-names.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';

type Options = Omit<MetricProps, 'namespace' | 'metricName' | 'dimensionsMap'>;

export const serviceMetric = (
  { name }: Pick<Stage, 'name'>,
  event: CountedEvent,
  options: Options = {},
): Metric =>
  new Metric({
    namespace: metricsNamespace,
    metricName: event,
    dimensionsMap: metricDimensions(name),
    statistic: 'Sum',
    ...options,
  });

/** Names of the HTTP API metrics: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html */
export type ApiMetric = '4xx' | '5xx' | 'Count' | 'Latency';

export const routeMetric = (
  apiStage: Pick<HttpStage, 'api' | 'stageName'>,
  metricName: ApiMetric,
  { path, method }: Pick<Route, 'path'> & { readonly method: string },
  options: Options,
): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: {
      ApiId: apiStage.api.apiId,
      Stage: apiStage.stageName,
      Method: method,
      Resource: `${basePath}${path}`,
    },
    ...options,
  });

type TableMetric =
  | 'ConsumedReadCapacityUnits'
  | 'ConsumedWriteCapacityUnits'
  | 'ReadThrottleEvents'
  | 'WriteThrottleEvents';

const ofTable = (
  { tableName }: ITableV2,
  metricName: string,
  { statistic = 'Sum', dimensions = {} }: { statistic?: string; dimensions?: Record<string, string> } = {},
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName, ...dimensions },
    statistic,
  });

/** Returns one metric for the table and one for each index, because the metric of the table excludes its indexes. */
export const tableMetrics = (table: ITableV2, metricName: TableMetric): Record<string, Metric> => {
  const ofIndexes = Object.keys(indexes).map((index) => {
    const dimensions = { GlobalSecondaryIndexName: index };
    return [index, ofTable(table, metricName, { dimensions })] as const;
  });
  return { table: ofTable(table, metricName), ...Object.fromEntries(ofIndexes) };
};

/** Without those of the indexes. */
export const writtenUnits = (table: ITableV2): Metric => ofTable(table, 'ConsumedWriteCapacityUnits');

export const transactionConflicts = (table: ITableV2): Metric => ofTable(table, 'TransactionConflict');

export const successfulTransactions = (table: ITableV2): Metric =>
  ofTable(table, 'SuccessfulRequestLatency', {
    statistic: 'SampleCount',
    dimensions: { Operation: 'TransactWriteItems' },
  });

/** The number of records that Lambda has read from the stream, also those that no filter matches. Exists only on a stage that keeps its data. */
export const polledEvents = ({ eventSourceMappingId }: IEventSourceMapping): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'PolledEventCount',
    dimensionsMap: { EventSourceMappingUUID: eventSourceMappingId },
    statistic: 'Sum',
  });

/** Replaces the metric of the CDK, which has no dimension for the log group and covers all groups of the account. */
export const logBytesMetric = ({ logGroupName }: ILogGroup): Metric =>
  new Metric({
    namespace: 'AWS/Logs',
    metricName: 'IncomingBytes',
    dimensionsMap: { LogGroupName: logGroupName },
    statistic: 'Sum',
  });

export const accountFunctionMetric = (
  metricName: 'ConcurrentExecutions' | 'Duration' | 'Invocations' | 'Throttles',
  statistic: string,
): Metric => new Metric({ namespace: 'AWS/Lambda', metricName, statistic });
