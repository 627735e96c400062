// Calculates the cost of a million clicks at list prices (us-east-1, without free tier).
import { listPrices as prices } from '#infra/constructs/list-prices.ts';

const million = 1_000_000;

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
    { what: 'HTTP API', arithmetic: '1 M requests × $1.00/M', dollars: million * prices.httpApiRequest },
    { what: 'Lambda, requests', arithmetic: '1 M × $0.20/M', dollars: million * prices.lambdaCall },
    {
      what: 'Lambda, time',
      arithmetic: `1 M × ${billedMilliseconds} ms × 0.5 GB = ${linkSeconds} GB-s × $0.0000133334`,
      dollars: linkSeconds * prices.lambdaGigabyteSecond,
    },
    {
      what: 'DynamoDB, storing the click',
      arithmetic: `1 M × ${writeUnits} WRU × $0.625/M`,
      dollars: million * writeUnits * prices.writeUnit,
    },
    {
      what: 'DynamoDB, reading targets',
      arithmetic: `1 M × ${readUnits} RRU × $0.125/M`,
      dollars: million * readUnits * prices.readUnit,
    },
    {
      what: 'DynamoDB, aggregating',
      arithmetic: `1 M × (${batchWriteUnits} WRU × $0.625/M + ${batchReadUnits} RRU × $0.125/M)`,
      dollars: million * (batchWriteUnits * prices.writeUnit + batchReadUnits * prices.readUnit),
    },
    {
      what: 'Lambda, aggregating',
      arithmetic: `${batches} batches × ($0.20/M + ${batchMilliseconds} ms × 0.5 GB × $0.0000133334)`,
      dollars: batches * prices.lambdaCall + batchSeconds * prices.lambdaGigabyteSecond,
    },
  ];
}

export const dollarsOf = (rows: readonly CostRow[]): number =>
  rows.reduce((sum, { dollars }) => sum + dollars, 0);
