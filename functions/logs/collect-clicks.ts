import type { LogEvent } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { queueLoggedClicks } from '#lib/clicks/tracking/store/queue-clicks.ts';

/** CloudWatch Logs invokes it with the lines of clicks that could not be stored. Lambda retries a failed invocation twice. */
export const handler = (event: LogEvent): Promise<void> => queueLoggedClicks(event);
