import type { Environment } from 'aws-cdk-lib';
import * as z from 'zod';
import type { Throttle } from '#lib/foundation/contract/route.ts';
import { clickRetentionDays } from '#lib/foundation/shared/retention.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';
import { type Backup, backup, vaultOf } from './backup.ts';
import { type Domain, domain } from './domain.ts';
import { type Edge, edge, edgeRegion } from './edge.ts';
import { type EmailSender, emailSender } from './email-sender.ts';

export interface RateLimit {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** The link and the two functions of the stream keep these instances while requests of the API use all others. */
interface ReservedConcurrency {
  readonly link: number;
  /** For each of the two functions. One instance reads a shard of the stream. */
  readonly stream: number;
}

interface CommonSettings {
  /** Retains the data when the stack is deleted, and protects the stack from accidental deletion. */
  readonly keepsData: boolean;
  readonly logRetentionDays: number;
  /** Clicks expire after this many days; their statistics remain. */
  readonly clickRetentionDays: number;
  /** The request limits of the throttle classes (docs/decisions/0112). */
  readonly throttles: Readonly<Record<Throttle, RateLimit>>;
  /** Metrics of routes, for up to $1.80 a month and route. The alarms of the link and of canaries need theirs, and graphs by route those of all. */
  readonly detailedMetrics: 'none' | 'canaries' | 'all';
  /** Instances that only the function can use. Undefined for a stage whose account may have a small quota. */
  readonly reservedConcurrency?: ReservedConcurrency;
  /** Also notifies the recipients when an alarm returns to OK. */
  readonly notifiesRecovery: boolean;
  /** Checks the health of the API from other regions, with alarms in us-east-1. */
  readonly isWatchedFromOutside: boolean;
  /** A new release of the link, of orders and of logins serves a tenth of their requests first (docs/decisions/0148). */
  readonly hasCanaries: boolean;
}

export interface StageSettings extends CommonSettings {
  /** Each recipient must confirm an e-mail from AWS. */
  readonly alarmEmails?: readonly string[];
  /** These recipients receive only the alarms that cannot wait until the morning. */
  readonly urgentAlarmEmails?: readonly string[];
  /** The name of a table that was restored to a point in time and replaces the original (docs/incidents.md). */
  readonly tableName?: string;
  /** In US dollars. Warns at 80% of it, and when it will probably be exceeded. Needs `alarmEmails`. */
  readonly monthlyBudget?: number;
  /** Refuses all changes with 503. Reads and links work, and the log keeps the clicks (docs/decisions/0115). */
  readonly readOnly?: boolean;
  /** Daily backups of the table, with copies in another account and region (docs/decisions/0116). */
  readonly backup?: Backup;
  readonly domain?: Domain;
  /** Without a sender, the stage sends no e-mails (docs/decisions/0079). */
  readonly email?: EmailSender;
  /** CloudFront and AWS WAF in front of the API. Without them, the countries of visitors are unknown (docs/decisions/0111). */
  readonly edge?: Edge;
  /** The account and the region of the stage. CDK, the operator and the smoke test refuse all others. No other stage may use this account. */
  readonly account?: string;
  readonly region?: string;
}

const rateLimit = (ratePerSecond: number, burst: number): RateLimit => ({ ratePerSecond, burst });

const small = { strict: rateLimit(5, 10), standard: rateLimit(50, 100), high: rateLimit(200, 400) };
const large = { strict: rateLimit(20, 40), standard: rateLimit(2000, 4000), high: rateLimit(8000, 5000) };

/** The settings with which a new entry of `settingsByName` begins. Its data is retained if its stack is deleted by mistake. */
const defaultSettings: CommonSettings = {
  keepsData: true,
  logRetentionDays: 30,
  clickRetentionDays,
  throttles: large,
  detailedMetrics: 'canaries',
  // Of the 1,000 instances of an account, 400 remain for all other functions.
  reservedConcurrency: { link: 400, stream: 100 },
  notifiesRecovery: false,
  isWatchedFromOutside: true,
  hasCanaries: true,
};

const settingsByName = {
  dev: {
    keepsData: false,
    logRetentionDays: 7,
    clickRetentionDays,
    throttles: small,
    detailedMetrics: 'none',
    notifiesRecovery: false,
    isWatchedFromOutside: false,
    hasCanaries: false,
  },
  staging: { ...defaultSettings },
  prod: {
    ...defaultSettings,
    logRetentionDays: 365,
    notifiesRecovery: true,
  },
} satisfies Record<string, StageSettings>;

export interface Stage extends StageSettings {
  readonly name: string;
  /** Deploys only the first indexes, because DynamoDB adds one index to an existing table per deployment. */
  readonly indexCount?: number;
  /** The git commit of the sources. */
  readonly commit?: string | undefined;
  /** Moves all requests to a new release at once. */
  readonly skipsCanary?: boolean;
}

export class StageError extends Error {}

export class TermsError extends StageError {}

const reservedNames = ['local', 'test'];

const example = 'npm run deploy -- -c stage=dev';

const missingName = `The stage is missing. Pass a stage of infra/stage.ts, such as dev, staging or prod: ${example}`;
const invalidName = (input: unknown): string =>
  `${JSON.stringify(input)} is not a valid stage name: use 2 to 13 lower-case letters, digits and single hyphens, ` +
  `starting with a letter. For example: ${example}`;
const reservedName = (input: unknown): string =>
  `${JSON.stringify(input)} is reserved for the local stage and the tests: use another name, ` +
  `for example: ${example}`;

const stageName = z
  .string({ error: ({ input }) => (input === undefined ? missingName : invalidName(input)) })
  .min(1, missingName)
  .regex(/^(?=.{2,13}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: ({ input }) => invalidName(input) })
  .refine((name) => !reservedNames.includes(name), { error: ({ input }) => reservedName(input) });

const hasOwnSettings = (name: string): name is keyof typeof settingsByName =>
  Object.hasOwn(settingsByName, name);

const missingEntry = (name: string): string =>
  `infra/stage.ts has no stage ${name}. Add it to \`settingsByName\`, with an AWS account of its own: ` +
  `${name.includes('-') ? `'${name}'` : name}: { ...defaultSettings, account: '123456789012', region: 'eu-central-1' },`;

/** Rejects invalid settings before the deployment. Otherwise, AWS or a function would reject them during or after it. */
const settingsSchema = z.object({
  // At least 2, because a visit must outlive the daily salt of its visitor hash. A salt is kept until two days after its day.
  clickRetentionDays: z.int().min(2).max(3650),
  reservedConcurrency: z.object({ link: z.int().min(1), stream: z.int().min(1) }).optional(),
  alarmEmails: z.array(z.email()).optional(),
  urgentAlarmEmails: z.array(z.email()).optional(),
  monthlyBudget: z.number().positive().optional(),
  tableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'A table name has 3 to 255 letters, digits, dots, hyphens and underscores')
    .optional(),
  backup: backup.optional(),
  domain: domain.optional(),
  email: emailSender.optional(),
  edge: edge.optional(),
  account: z
    .string()
    .regex(/^\d{12}$/, 'An account has 12 digits, such as 123456789012')
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'Use the name of a region, such as eu-central-1')
    .optional(),
});

/** Returns the settings that contradict each other, as `setting: what to change`. */
function contradictionIn(settings: StageSettings): string | undefined {
  const {
    edge: its,
    account,
    region,
    domain: name,
    monthlyBudget,
    alarmEmails = [],
    backup: backups,
  } = settings;
  if (monthlyBudget !== undefined && alarmEmails.length === 0)
    return 'monthlyBudget: Set `alarmEmails`, which receive its warnings';
  if ((account === undefined) !== (region === undefined))
    return 'account: Set `account` and `region` together';
  if (backups !== undefined && account === undefined)
    return 'backup: Set `account` and `region`, because the copies must be in other ones';
  const copies = vaultOf(backups?.copyTo ?? '');
  if (backups !== undefined && copies.account === account)
    return 'backup.copyTo: Use a vault in another account, which the administrators of this one cannot delete';
  if (backups !== undefined && copies.region === region)
    return `backup.copyTo: Use a vault in another region than ${region}, so that the copies survive its loss`;
  if (its === undefined) return undefined;
  if (region === undefined)
    return 'edge: Set `account` and `region`, because the web ACL is in another region';
  if (name !== undefined && its.certificateArn === undefined)
    return `edge.certificateArn: CloudFront needs a certificate for ${name.name} in ${edgeRegion}`;
  return undefined;
}

export function stageOf(name: string, settings: StageSettings): Stage {
  const [issue] = settingsSchema.safeParse(settings).error?.issues ?? [];
  const problem =
    issue === undefined ? contradictionIn(settings) : `${issue.path.join('.')}: ${issue.message}`;
  if (problem === undefined) return { name, ...settings };
  throw new TermsError(`infra/stage.ts, ${name}.${problem}`);
}

/**
 * Throws if another stage has this account. In one account, the roles that deploy one stage could also change the other, because the
 * bootstrap of CDK lets them administer the account (docs/decisions/0138).
 */
export function requireOwnAccount(
  name: string,
  account: string | undefined,
  stages: readonly (readonly [string, StageSettings])[] = Object.entries(settingsByName),
): void {
  if (account === undefined) return;
  const owner = stages.find(([other, settings]) => other !== name && settings.account === account);
  if (owner === undefined) return;
  throw new TermsError(
    `infra/stage.ts, ${name}: The account ${account} belongs to ${owner[0]}: use an account of its own for each stage, ` +
      'because the roles that deploy one stage can change everything in its account',
  );
}

/** Throws a StageError whose message is one line and says what to pass instead. */
export function parseStage(input: unknown): Stage {
  const parsed = stageName.safeParse(input);
  if (!parsed.success) throw new StageError(parsed.error.issues[0]?.message ?? missingName);
  const name = parsed.data;
  return stageOf(name, hasOwnSettings(name) ? settingsByName[name] : defaultSettings);
}

/**
 * A stage that keeps its data must not be deployed to another account by mistake, and no stage to the account of another one. A stage
 * that names no account is deployed to that of the credentials.
 */
export function requireAccount(
  { name, keepsData, account, region }: Stage,
  accountOfCredentials?: string,
): void {
  requireOwnAccount(name, account ?? accountOfCredentials);
  if (!hasOwnSettings(name)) throw new TermsError(missingEntry(name));
  if (!keepsData || (account !== undefined && region !== undefined)) return;
  throw new TermsError(
    `infra/stage.ts, ${name}: Set \`account\` and \`region\`, because this stage keeps its data. ` +
      `For example: account: '123456789012', region: 'eu-central-1'`,
  );
}

/** Reads `-c indexes=5`. Without it, all indexes are deployed. */
export function parseIndexCount(input: unknown): Pick<Stage, 'indexCount'> {
  if (input === undefined) return {};
  const names = Object.keys(indexes);
  const count = Number(input);
  if (Number.isInteger(count) && count >= 1 && count <= names.length) return { indexCount: count };
  throw new StageError(
    `-c indexes must be a number from 1 to ${names.length}: the first indexes of the table`,
  );
}

/** Reads `-c canary=off`, which a rollback uses. */
export function parseCanary(input: unknown): Pick<Stage, 'skipsCanary'> {
  if (input === undefined) return {};
  if (input === 'off') return { skipsCanary: true };
  throw new StageError('-c canary must be off: moves all requests to the release at once');
}

export const resourceName = ({ name }: Pick<Stage, 'name'>): string => `creator-affiliate-${name}`;

/** Without an account and a region, CDK deploys to those of the credentials. */
export const environmentOf = ({ account, region }: Stage): Environment =>
  account === undefined || region === undefined ? {} : { account, region };

/** The name is fixed. With a generated name, redeploying a deleted stage would create an empty table next to the retained one. */
export const tableNameOf = ({ name, tableName }: Pick<Stage, 'name' | 'tableName'>): string =>
  tableName ?? resourceName({ name });
