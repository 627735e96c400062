// What a command of the operator is: declared as data, its help and its parsing follow from its options' schemas.
import * as z from 'zod';
import type { KeyStore } from '#lib/auth/store/rotate-signing-keys.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { kebab } from '#lib/shared/text.ts';

/** The domains that commands work with. Loaded late: they read from the environment which table is theirs. */
export interface Domains {
  readonly getBrand: typeof import('#lib/brands/store/lookup.ts').getBrand;
  readonly brands: typeof import('#lib/brands/store/brands.ts');
  readonly users: typeof import('#lib/brands/store/users.ts');
  readonly keys: typeof import('#lib/auth/store/rotate-signing-keys.ts');
  readonly clicks: typeof import('#lib/tracking/store/replay.ts');
  readonly repair: typeof import('#lib/click-statistics/store/repair.ts');
  readonly audit: typeof import('#lib/audit/store/audit.ts');
  readonly payouts: typeof import('#lib/payouts/store/operate.ts');
  /** Where the stage keeps its signing keys: looked for once a command asks. */
  readonly keyStore: () => Promise<KeyStore>;
  readonly now: () => Date;
}

/** What a command has to say: `data` for scripts, `text` for people. */
export interface Outcome {
  readonly data: unknown;
  readonly text: string;
  /** Whether a script must take it for a failure: what was to be found right is wrong. */
  readonly hasFailed?: boolean;
}

export type Work = (domains: Domains) => Promise<Outcome>;

/** Option names as they are typed, with the text that was given. */
export type Given = Readonly<Record<string, string>>;

interface Declaration<Options extends z.ZodRawShape> {
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** Options that may be given by place instead of by name, in this order. */
  readonly positional?: readonly (keyof Options & string)[];
  readonly examples: readonly string[];
  readonly run: (options: z.output<z.ZodObject<Options>>, domains: Domains) => Promise<Outcome>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CommandOption[];
  readonly positional: readonly string[];
  readonly examples: readonly string[];
  /** Checks what was given, or throws `invalid`; the work itself can then be done on any stage. */
  readonly prepare: (given: Given) => Work;
}

export interface CommandOption {
  /** As it is typed, without the dashes. */
  readonly name: string;
  /** What stands for its value in the help. */
  readonly value: string;
  readonly summary: string;
  readonly required: boolean;
}

/** Says in the help what an option is; `value` stands for its value there. */
export const described = <Schema extends z.ZodType>(schema: Schema, value: string, description: string) =>
  schema.meta({ value, description });

function optionOf(key: string, schema: z.core.$ZodType): CommandOption {
  const { value, description } = z.globalRegistry.get(schema) ?? {};
  const absent = z.safeParse(schema, undefined);
  const preset = absent.success && absent.data !== undefined ? ` (default: ${String(absent.data)})` : '';
  return {
    name: kebab(key),
    value: String(value),
    summary: `${description}${preset}`,
    required: !absent.success,
  };
}

/** Declares a command. */
export function command<Options extends z.ZodRawShape>(declared: Declaration<Options>): Command {
  const schema = z.object(declared.options);
  const keys = Object.keys(declared.options);
  const options = Object.entries(declared.options).map(([key, option]) => optionOf(key, option));
  return {
    ...declared,
    options,
    positional: (declared.positional ?? []).map(kebab),
    prepare: (given) => {
      demandAll(declared.name, options, given);
      const parsed = schema.safeParse(Object.fromEntries(keys.map((key) => [key, given[kebab(key)]])));
      if (!parsed.success)
        throw new DomainError('invalid', parsed.error.issues.map(sentence(given)).join('; '));
      return (domains) => declared.run(parsed.data, domains);
    },
  };
}

function demandAll(name: string, options: readonly CommandOption[], given: Given): void {
  const missing = options.filter((option) => option.required && given[option.name] === undefined);
  if (missing.length === 0) return;
  const names = missing.map((option) => `--${option.name} ${option.value}`).join(', ');
  throw new DomainError('invalid', `${name} needs ${names} (see ${name} --help)`);
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Of the values only those that were to be one of a few are repeated: a password never is. */
const sentence =
  (given: Given) =>
  (issue: z.core.$ZodIssue): string => {
    const name = kebab(String(issue.path[0]));
    return issue.code === 'invalid_value'
      ? `--${name} must be ${alternatives.format(issue.values.map(String))}, not "${given[name]}"`
      : `--${name}: ${issue.message}`;
  };
