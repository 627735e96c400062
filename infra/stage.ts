// What differs between stages, parsed once.
import * as z from 'zod';
import type { Throttle } from '#lib/contract/route.ts';
import { clickRetentionDays } from '#lib/shared/retention.ts';
import { type Domain, domain } from './domain.ts';

/** Requests a second to one endpoint, and how many may come at once. */
export interface RateLimit {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** What stages can have in common. */
interface CommonSettings {
  /** Whether the data outlive the stack, and cannot be deleted by mistake. */
  readonly keepsData: boolean;
  readonly logRetentionDays: number;
  /** Clicks leave the table that many days after their own; the figures stay. From 2 to 3650. */
  readonly clickRetentionDays: number;
  /** docs/decisions/0027: why these. */
  readonly throttles: Readonly<Record<Throttle, RateLimit>>;
  /** Alarms also tell when they are over. */
  readonly tellsRecovery: boolean;
}

export interface StageSettings extends CommonSettings {
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

const rateLimit = (ratePerSecond: number, burst: number): RateLimit => ({ ratePerSecond, burst });

const small = { tight: rateLimit(5, 10), ordinary: rateLimit(50, 100), wide: rateLimit(200, 400) };
const large = { tight: rateLimit(20, 40), ordinary: rateLimit(500, 1000), wide: rateLimit(2000, 4000) };

/**
 * Of a stage that is not named below: a mistake costs a clean-up, not data. Just what can be in common, so that no stage
 * has the table, the address or the people of another one.
 */
const defaultSettings: CommonSettings = {
  keepsData: true,
  logRetentionDays: 30,
  clickRetentionDays,
  throttles: large,
  tellsRecovery: false,
};

const settingsByName = {
  dev: {
    keepsData: false,
    logRetentionDays: 7,
    clickRetentionDays,
    throttles: small,
    tellsRecovery: false,
  },
  staging: { ...defaultSettings },
  prod: {
    keepsData: true,
    logRetentionDays: 365,
    clickRetentionDays,
    throttles: large,
    tellsRecovery: true,
  },
} satisfies Record<string, StageSettings>;

export interface Stage extends StageSettings {
  readonly name: string;
}

export class StageError extends Error {}
/** What is wrong stands in this file. */
export class TermsError extends StageError {}

/** Names that the service gives to itself where it is not deployed. */
const reservedNames = ['local', 'test'];

const example = 'npx cdk deploy -c stage=dev';

const missingName = `Which stage? Name it: ${example} (or staging, prod, or a name of your own).`;
const invalidName = (input: unknown): string =>
  `${JSON.stringify(input)} is no name for a stage: use 2 to 20 lower-case letters, digits and single hyphens, ` +
  `beginning with a letter. For example: ${example}`;
const reservedName = (input: unknown): string =>
  `${JSON.stringify(input)} is what the service calls itself on one machine: deploy under another name, ` +
  `for example: ${example}`;

const stageName = z
  .string({ error: ({ input }) => (input === undefined ? missingName : invalidName(input)) })
  .min(1, missingName)
  .regex(/^(?=.{2,20}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: ({ input }) => invalidName(input) })
  .refine((name) => !reservedNames.includes(name), { error: ({ input }) => reservedName(input) });

const hasOwnSettings = (name: string): name is keyof typeof settingsByName =>
  Object.hasOwn(settingsByName, name);

/** What is written in the settingsByName, and would otherwise be found wrong only by AWS, halfway through, or by a function. */
const settingsSchema = z.object({
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

/** A stage on these settingsByName; a StageError that names what is wrong with them. */
export function stageOf(name: string, settings: StageSettings): Stage {
  const [issue] = settingsSchema.safeParse(settings).error?.issues ?? [];
  if (issue === undefined) return { name, ...settings };
  throw new TermsError(`infra/stage.ts, ${name}.${issue.path.join('.')}: ${issue.message}`);
}

/** The stage that `-c stage=…` names; a StageError of one line, which says what to do, for anything else. */
export function parseStage(input: unknown): Stage {
  const parsed = stageName.safeParse(input);
  if (!parsed.success) throw new StageError(parsed.error.issues[0]?.message ?? missingName);
  const name = parsed.data;
  return stageOf(name, hasOwnSettings(name) ? settingsByName[name] : defaultSettings);
}

/** The name of a stage's stack, and what the names of settings resources begin with. */
export const resourceName = ({ name }: Pick<Stage, 'name'>): string => `creator-affiliate-${name}`;

/**
 * The name of a stage's table, by which the operator finds it. It is fixed: a stage that was destroyed and kept settings data
 * is not begun anew beside them unnoticed.
 */
export const tableNameOf = ({ name, tableName }: Pick<Stage, 'name' | 'tableName'>): string =>
  tableName ?? resourceName({ name });
