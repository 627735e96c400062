// What differs between stages, parsed once.
import * as z from 'zod';
import type { Throttle } from '#lib/contract/route.ts';
import { clickRetentionDays } from '#lib/tracking/rules/retention.ts';
import { type Domain, domain } from './domain.ts';

/** Requests a second to one endpoint, and how many may come at once. */
export interface Limit {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** What stages can have in common. */
interface CommonTerms {
  /** Whether the data outlive the stack, and cannot be deleted by mistake. */
  readonly keepsData: boolean;
  readonly logRetentionDays: number;
  /** Clicks leave the table that many days after their own; the figures stay. From 2 to 3650. */
  readonly clickRetentionDays: number;
  /** docs/decisions/0027: why these. */
  readonly throttles: Readonly<Record<Throttle, Limit>>;
  /** Alarms also tell when they are over. */
  readonly tellsRecovery: boolean;
}

export interface Terms extends CommonTerms {
  /** Who is told of alarms; each must confirm the e-mail that AWS sends. The topic is there without any, too. */
  readonly alarmEmails?: readonly string[];
  /**
   * The table, where it is not the one that the stage began with: one that was restored to a point in time
   * (docs/operations.md).
   */
  readonly tableName?: string;
  /** The API's own address. Without it the API has the one that AWS gives it. */
  readonly domain?: Domain;
  /**
   * The header in which what stands before the API says from which country a visitor is, such as
   * `cloudfront-viewer-country`. Without one the countries of those who follow links are unknown.
   */
  readonly countryHeader?: string;
}

const limit = (ratePerSecond: number, burst: number): Limit => ({ ratePerSecond, burst });

const small = { tight: limit(5, 10), ordinary: limit(50, 100), wide: limit(200, 400) };
const large = { tight: limit(20, 40), ordinary: limit(500, 1000), wide: limit(2000, 4000) };

/**
 * Of a stage that is not named below: a mistake costs a clean-up, not data. Just what can be in common, so that no stage
 * has the table, the address or the people of another one.
 */
const ofAnyName: CommonTerms = {
  keepsData: true,
  logRetentionDays: 30,
  clickRetentionDays,
  throttles: large,
  tellsRecovery: false,
};

const terms = {
  dev: {
    keepsData: false,
    logRetentionDays: 7,
    clickRetentionDays,
    throttles: small,
    tellsRecovery: false,
  },
  staging: { ...ofAnyName },
  prod: {
    keepsData: true,
    logRetentionDays: 365,
    clickRetentionDays,
    throttles: large,
    tellsRecovery: true,
  },
} satisfies Record<string, Terms>;

export interface Stage extends Terms {
  readonly name: string;
}

export class StageError extends Error {}
/** What is wrong stands in this file. */
export class TermsError extends StageError {}

/** Names that the service gives to itself where it is not deployed. */
const reserved = ['local', 'test'];

const example = 'npx cdk deploy -c stage=dev';

const missing = `Which stage? Name it: ${example} (or staging, prod, or a name of your own).`;
const misspelled = (input: unknown): string =>
  `${JSON.stringify(input)} is no name for a stage: use 2 to 20 lower-case letters, digits and single hyphens, ` +
  `beginning with a letter. For example: ${example}`;
const taken = (input: unknown): string =>
  `${JSON.stringify(input)} is what the service calls itself on one machine: deploy under another name, ` +
  `for example: ${example}`;

const stageName = z
  .string({ error: ({ input }) => (input === undefined ? missing : misspelled(input)) })
  .min(1, missing)
  .regex(/^(?=.{2,20}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: ({ input }) => misspelled(input) })
  .refine((name) => !reserved.includes(name), { error: ({ input }) => taken(input) });

const isNamed = (name: string): name is keyof typeof terms => Object.hasOwn(terms, name);

/** What is written in the terms, and would otherwise be found wrong only by AWS, halfway through, or by a function. */
const writtenTerms = z.object({
  // The salts of visitors live for two days: a visit must not leave before them.
  clickRetentionDays: z.int().min(2).max(3650),
  countryHeader: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'Write the name of a header in lower case, as functions receive it')
    .optional(),
  alarmEmails: z.array(z.email()).optional(),
  tableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'A table has 3 to 255 letters, digits, dots, hyphens and underscores')
    .optional(),
  domain: domain.optional(),
});

/** A stage on these terms; a StageError that names what is wrong with them. */
export function stageOf(name: string, its: Terms): Stage {
  const [issue] = writtenTerms.safeParse(its).error?.issues ?? [];
  if (issue === undefined) return { name, ...its };
  throw new TermsError(`infra/stage.ts, ${name}.${issue.path.join('.')}: ${issue.message}`);
}

/** The stage that `-c stage=…` names; a StageError of one line, which says what to do, for anything else. */
export function parseStage(input: unknown): Stage {
  const parsed = stageName.safeParse(input);
  if (!parsed.success) throw new StageError(parsed.error.issues[0]?.message ?? missing);
  const name = parsed.data;
  return stageOf(name, isNamed(name) ? terms[name] : ofAnyName);
}

/** The name of a stage's stack, and what the names of its resources begin with. */
export const resourceName = ({ name }: Pick<Stage, 'name'>): string => `creator-affiliate-${name}`;

/**
 * The name of a stage's table, by which the operator finds it. It is fixed: a stage that was destroyed and kept its data
 * is not begun anew beside them unnoticed.
 */
export const tableNameOf = ({ name, tableName }: Pick<Stage, 'name' | 'tableName'>): string =>
  tableName ?? resourceName({ name });
