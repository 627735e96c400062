// The names of what the service counts: the code counts by them, the deployment watches and draws them. No SDK here.

/** Also the `service` of every log line. */
export const serviceName = 'creator-affiliate-service';

export const metricsNamespace = 'CreatorAffiliate';

/** What is counted, one by one: alarms and dashboard name these and no others. */
export const countedEvents = ['LoginFailed', 'ClickNotStored', 'ClickStored', 'ClickCounted'] as const;

export type CountedEvent = (typeof countedEvents)[number];

/** What a count is told apart by; the metrics of two stages in one account are different ones. */
export const metricDimensions = (stage: string) => ({ service: serviceName, stage });
