// The definition of an alarm.
import type { IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

export interface AlarmDefinition {
  /** Also the heading of its runbook section in docs/operations.md. */
  readonly name: string;
  readonly description: string;
  readonly metric: IMetric;
  /** The alarm is raised at or above this value or, with `below`, under it. */
  readonly threshold: number;
  readonly below?: true;
  /** `[3, 5]` raises the alarm when 3 of the last 5 periods breach. Defaults to `[1, 1]`. */
  readonly periods?: readonly [number, number];
  /** Defaults to not breaching. */
  readonly treatMissingData?: TreatMissingData;
}
