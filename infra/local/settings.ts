import { join, resolve } from 'node:path';
import * as z from 'zod';
import { basePath } from '#lib/foundation/contract/route.ts';
import { StageFailure } from './failure.ts';

const portMessage = 'must be a whole number from 1 to 65535';

const emptyAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const linkDomainsMessage = 'must be JSON such as {"go.acme.test":"acme"}';

function parsedJson(text: string, { addIssue }: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    addIssue(linkDomainsMessage);
    return z.NEVER;
  }
}

const flag = (absent: 'true' | 'false') =>
  emptyAsAbsent(z.enum(['true', 'false'], 'must be true or false').default(absent));

const variables = z.object({
  PORT: emptyAsAbsent(
    z
      .string()
      .regex(/^\d{1,5}$/, portMessage)
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535, portMessage)
      .default(3000),
  ),
  DATA_DIR: emptyAsAbsent(z.string().default('.local')),
  DYNAMODB_ENDPOINT: emptyAsAbsent(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  ),
  WEBHOOKS_ALLOW_LOOPBACK: flag('false'),
  DEMO_YEAR: flag('true'),
  LINK_DOMAINS: emptyAsAbsent(
    z
      .string()
      .default('{}')
      .transform(parsedJson)
      .pipe(z.record(z.string(), z.string(), linkDomainsMessage)),
  ),
});

export interface Settings {
  readonly port: number;
  readonly dataDirectory: string;
  readonly dynamodbEndpoint: string | undefined;
  /** Webhooks can be sent to http URLs of this machine. */
  readonly allowsLoopback: boolean;
  /** A new stage gets a brand with a year of data. */
  readonly hasDemoYear: boolean;
  /** The domains of links, with their link prefixes. */
  readonly linkDomains: Readonly<Record<string, string>>;
}

/** Free ports of this machine. */
export interface Ports {
  readonly engine: number;
  readonly queues: number;
}

export function parseSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = variables.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new StageFailure(problems.join('; '));
  }
  const { PORT: port, DATA_DIR, DYNAMODB_ENDPOINT: dynamodbEndpoint, WEBHOOKS_ALLOW_LOOPBACK } = parsed.data;
  const allowsLoopback = WEBHOOKS_ALLOW_LOOPBACK === 'true';
  const { DEMO_YEAR, LINK_DOMAINS: linkDomains } = parsed.data;
  const hasDemoYear = DEMO_YEAR === 'true';
  const dataDirectory = resolve(DATA_DIR);
  return { port, dataDirectory, dynamodbEndpoint, allowsLoopback, hasDemoYear, linkDomains };
}

export const filesIn = (dataDirectory: string) => ({
  database: join(dataDirectory, 'dynamodb.sqlite'),
  signingKeys: join(dataDirectory, 'signing-keys.json'),
  pagesSecret: join(dataDirectory, 'pages-secret'),
  paymentKey: join(dataDirectory, 'payment-key'),
  streamPositions: join(dataDirectory, 'stream-positions.json'),
  emails: join(dataDirectory, 'emails'),
  messages: join(dataDirectory, 'messages'),
  exports: join(dataDirectory, 'exports'),
  deadLetters: join(dataDirectory, 'dead-letters.jsonl'),
});

export const tableName = 'creator-affiliate-local';
export const baseUrlAt = (port: number): string => `http://localhost:${port}${basePath}`;
