// Creates the logger of this process from the environment variables.
import { environment } from './environment.ts';
import { createLogger } from './log-lines.ts';

/** Never log a token, a password, an e-mail address or a body. */
export const logger = createLogger({
  stage: environment.STAGE,
  level: environment.LOG_LEVEL,
  writesMetrics: environment.METRICS === 'on',
});
