// Calculates the cost of a million clicks at list prices (us-east-1, November 2026, without free tier).

const million = 1_000_000;

/** Dollars. https://aws.amazon.com/api-gateway/pricing, /lambda/pricing, /dynamodb/pricing/on-demand, /cloudwatch/pricing */
export const prices = {
  httpApiRequests: 1.0 / million,
  lambdaRequests: 0.2 / million,
  /** arm64 */
  lambdaGigabyteSeconds: 0.000_013_333_4,
  writeUnits: 0.625 / million,
  readUnits: 0.125 / million,
  logGigabytes: 0.5,
} as const;

const gigabytesOfFunction = 0.5;

export interface Counts {
  /** Billed duration of the link function per click. */
  readonly billedMilliseconds: number;
  readonly writeUnits: number;
  /** Read units per click. Each instance reads each active code once a minute. */
  readonly readUnits: number;
  /** Clicks per batch of the aggregating function. */
  readonly clicksOfBatch: number;
  readonly batchMilliseconds: number;
  readonly batchWriteUnits: number;
  readonly batchReadUnits: number;
}

export interface CostRow {
  readonly what: string;
  readonly arithmetic: string;
  readonly dollars: number;
}

export function costOfMillionClicks(counts: Counts): readonly CostRow[] {
  const { billedMilliseconds, writeUnits, readUnits, clicksOfBatch } = counts;
  const { batchMilliseconds, batchWriteUnits, batchReadUnits } = counts;
  const linkSeconds = (million * billedMilliseconds * gigabytesOfFunction) / 1000;
  const batches = million / clicksOfBatch;
  const batchSeconds = (batches * batchMilliseconds * gigabytesOfFunction) / 1000;
  return [
    { what: 'HTTP API', arithmetic: '1 M requests × $1.00/M', dollars: million * prices.httpApiRequests },
    { what: 'Lambda, requests', arithmetic: '1 M × $0.20/M', dollars: million * prices.lambdaRequests },
    {
      what: 'Lambda, time',
      arithmetic: `1 M × ${billedMilliseconds} ms × 0.5 GB = ${linkSeconds} GB-s × $0.0000133334`,
      dollars: linkSeconds * prices.lambdaGigabyteSeconds,
    },
    {
      what: 'DynamoDB, storing the click',
      arithmetic: `1 M × ${writeUnits} WRU × $0.625/M`,
      dollars: million * writeUnits * prices.writeUnits,
    },
    {
      what: 'DynamoDB, reading targets',
      arithmetic: `1 M × ${readUnits} RRU × $0.125/M`,
      dollars: million * readUnits * prices.readUnits,
    },
    {
      what: 'DynamoDB, aggregating',
      arithmetic: `1 M × (${batchWriteUnits} WRU × $0.625/M + ${batchReadUnits} RRU × $0.125/M)`,
      dollars: million * (batchWriteUnits * prices.writeUnits + batchReadUnits * prices.readUnits),
    },
    {
      what: 'Lambda, aggregating',
      arithmetic: `${batches} batches × ($0.20/M + ${batchMilliseconds} ms × 0.5 GB × $0.0000133334)`,
      dollars: batches * prices.lambdaRequests + batchSeconds * prices.lambdaGigabyteSeconds,
    },
  ];
}

export const dollarsOf = (rows: readonly CostRow[]): number =>
  rows.reduce((sum, { dollars }) => sum + dollars, 0);
