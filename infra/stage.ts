// What differs between stages, parsed once.
import * as z from 'zod';

interface Terms {
  /** Whether the data outlive the stack, and cannot be deleted by mistake. */
  readonly keepsData: boolean;
  readonly logRetentionDays: number;
}

/** A stage that is not named here is kept like `staging`: a mistake costs a clean-up, not data. */
const terms = {
  dev: { keepsData: false, logRetentionDays: 7 },
  staging: { keepsData: true, logRetentionDays: 30 },
  prod: { keepsData: true, logRetentionDays: 365 },
} as const satisfies Record<string, Terms>;

export interface Stage extends Terms {
  readonly name: string;
}

export class StageError extends Error {}

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

/** The stage that `-c stage=…` names; a StageError of one line, which says what to do, for anything else. */
export function parseStage(input: unknown): Stage {
  const parsed = stageName.safeParse(input);
  if (!parsed.success) throw new StageError(parsed.error.issues[0]?.message ?? missing);
  const name = parsed.data;
  return { name, ...terms[isNamed(name) ? name : 'staging'] };
}

/** The name of a stage's stack, and of its table: the operator finds both by it. */
export const resourceName = ({ name }: Pick<Stage, 'name'>): string => `creator-affiliate-${name}`;
