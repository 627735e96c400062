// The log of this process, as its environment says.
import { environment } from './environment.ts';
import { loggerOf } from './log-lines.ts';

/** Never give it a token, a password, an e-mail address or a body. */
export const logger = loggerOf({
  stage: environment.STAGE,
  level: environment.LOG_LEVEL,
  countsAreWritten: environment.METRICS === 'on',
});
