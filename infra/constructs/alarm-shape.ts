// An alarm, as data.
import type { IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

export interface AlarmDefinition {
  /** What is wrong; also the heading in docs/operations.md. */
  readonly name: string;
  readonly description: string;
  readonly metric: IMetric;
  /** Raised from this value on; for `below`, under it. */
  readonly threshold: number;
  readonly below?: true;
  /** How many of the last periods: `[3, 5]`. One of one where nothing is said. */
  readonly periods?: readonly [number, number];
  /** Nothing measured is nothing wrong, where nothing else is said. */
  readonly treatMissingData?: TreatMissingData;
}
