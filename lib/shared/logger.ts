// Structured logs and metrics (CloudWatch embedded metric format), one JSON object a line.
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { environment } from './environment.ts';

const serviceName = 'creator-affiliate-service';

/** Level: POWERTOOLS_LOG_LEVEL. Never give it a token, a password, an e-mail address or a body. */
export const logger = new Logger({ serviceName, persistentKeys: { stage: environment.STAGE } });

export const metrics = new Metrics({
  namespace: 'CreatorAffiliate',
  serviceName,
  defaultDimensions: { stage: environment.STAGE },
});

/** Writes one count of a named event, for the alarms. */
export function countEvent(name: 'LoginFailed' | 'ClickNotStored', count = 1): void {
  const metric = metrics.singleMetric();
  metric.addMetric(name, 'Count', count);
}
