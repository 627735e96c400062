// Defines the names of metrics for the code that records them, and for the alarms and dashboards that read them.

export const serviceName = 'creator-affiliate-service';

export const metricsNamespace = 'CreatorAffiliate';

export const countedEvents = [
  'LoginFailed',
  'PasswordAccepted',
  'ClickNotStored',
  'ClickStored',
  'ClickCounted',
] as const;

export type CountedEvent = (typeof countedEvents)[number];

export const metricDimensions = (stage: string) => ({ service: serviceName, stage });
