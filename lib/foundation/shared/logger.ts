// Creates the logger of this process from the environment variables.
import { linkEnvironment } from './link-environment.ts';
import { createLogger } from './log-lines.ts';

/** Never log a token, a password, an e-mail address or a body. */
export const logger = createLogger({
  stage: linkEnvironment.STAGE,
  commit: linkEnvironment.COMMIT,
  level: linkEnvironment.LOG_LEVEL,
  writesMetrics: linkEnvironment.METRICS === 'on',
});
