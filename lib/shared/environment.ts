// What the process is told from outside, parsed once at start with a message for whatever is missing.
import * as z from 'zod';

const schema = z.object({
  STAGE: z.string().min(1).default('local'),
  TABLE_NAME: z.string().min(3),
  /** A DynamoDB other than the region's own. */
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** Where the keys that sign tokens are: a secret of Secrets Manager, or a file. Public endpoints need neither. */
  SIGNING_KEYS_SECRET: z.string().min(1).optional(),
  SIGNING_KEYS_FILE: z.string().min(1).optional(),
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
