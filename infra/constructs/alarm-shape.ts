import type { IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

export interface AlarmDefinition {
  readonly name: string;
  /** The heading of the runbook section in docs/incidents.md. Defaults to the name. */
  readonly runbook?: string;
  readonly description: string;
  readonly metric: IMetric;
  /** The alarm is raised when the metric reaches this value or, with `below`, when the metric is under it. */
  readonly threshold: number;
  readonly below?: true;
  /** `[3, 5]` raises the alarm when 3 of the last 5 periods breach. Defaults to `[1, 1]`. */
  readonly periods?: readonly [number, number];
  readonly treatMissingData?: TreatMissingData;
  /** Wakes people up: callers or visitors are refused now, or data is lost by the morning. */
  readonly isUrgent?: true;
}
