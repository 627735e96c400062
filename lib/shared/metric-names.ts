// The names of metrics, shared by the code that records them and the alarms and dashboards that read them.

/** Also the `service` field of every log line. */
export const serviceName = 'creator-affiliate-service';

export const metricsNamespace = 'CreatorAffiliate';

/** Alarms and dashboards use exactly these metrics. */
export const countedEvents = ['LoginFailed', 'ClickNotStored', 'ClickStored', 'ClickCounted'] as const;

export type CountedEvent = (typeof countedEvents)[number];

/** The stage is a dimension, so that several stages can share one account. */
export const metricDimensions = (stage: string) => ({ service: serviceName, stage });
