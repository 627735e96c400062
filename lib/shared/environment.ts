// What the process is told from outside, parsed once at start with a message for whatever is missing.
import * as z from 'zod';
import { logLevels } from './log-lines.ts';

const schema = z.object({
  STAGE: z.string().min(1).default('local'),
  TABLE_NAME: z.string().min(3),
  /** A DynamoDB other than the region's own. */
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** Where the keys that sign tokens are: a secret of Secrets Manager, or a file. Public endpoints need neither. */
  SIGNING_KEYS_SECRET: z.string().min(1).optional(),
  SIGNING_KEYS_FILE: z.string().min(1).optional(),
  /** Where stream functions set aside what they cannot handle: the address of a queue of SQS, or a file. */
  DEAD_LETTERS_QUEUE: z.url().optional(),
  DEAD_LETTERS_FILE: z.string().min(1).optional(),
  /** The least important lines that are written to the log. */
  LOG_LEVEL: z.enum(logLevels).default('INFO'),
  /** `off` where nobody reads what is counted: tests and the local stage. */
  METRICS: z.enum(['on', 'off']).default('on'),
  /** `on` where answers are checked against the contract before they leave: tests and the local stage. */
  VALIDATE_ANSWERS: z.enum(['on', 'off']).default('off'),
});

type Environment = z.output<typeof schema>;

function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is incomplete. ${problems.join('; ')}`);
}

export const environment = parseEnvironment(process.env);
