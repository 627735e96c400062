import * as z from 'zod';
import type { KeyStore } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';

/**
 * The modules that a command's action receives. An action cannot import them, because they read the environment on import, before
 * the stage is known.
 */
export interface Domains {
  readonly getBrand: typeof import('#lib/access/brands/store/lookup.ts').getBrand;
  readonly getBrandClock: typeof import('#lib/access/brands/store/lookup.ts').getBrandClock;
  readonly listBrandIds: typeof import('#lib/access/brands/store/lookup.ts').listBrandIds;
  readonly brands: typeof import('#lib/access/brands/store/brands.ts');
  readonly settings: typeof import('#lib/access/brands/store/settings.ts');
  readonly users: typeof import('#lib/access/users/store/operate.ts');
  readonly apiKeys: typeof import('#lib/access/api-keys/store/api-keys.ts');
  readonly apiKeyLists: typeof import('#lib/access/api-keys/store/list.ts');
  readonly keys: typeof import('#lib/access/auth/store/rotate-signing-keys.ts');
  readonly clicks: typeof import('#lib/clicks/tracking/store/replay.ts');
  readonly reconciliation: typeof import('#lib/care/reconciliation/store/reconcile-brand.ts');
  readonly figures: typeof import('#lib/outlets/figures/store/rebuild.ts');
  readonly payouts: typeof import('#lib/money/payouts/store/operate.ts');
  readonly trail: typeof import('#lib/record/events/store/operator-entries.ts');
  readonly verification: typeof import('#lib/record/events/store/verify.ts');
  readonly keyStore: () => Promise<KeyStore>;
  readonly recovery: typeof import('#lib/care/recovery/store/restore-brand.ts');
  readonly erasures: typeof import('#lib/care/recovery/store/repeat-erasures.ts');
  readonly copyNewestEvents: typeof import('#lib/record/events/store/index-events.ts').copyNewestEvents;
  /** Restores the table of the stage to a point in time. Returns the name of the restored table. */
  readonly restoreTable: (at: Date) => Promise<string>;
  readonly stage: { readonly isLocal: boolean; readonly isReadOnly: boolean };
  readonly now: () => Date;
}

export interface CommandResult {
  readonly data: unknown;
  readonly text: string;
  /** Sets exit code 1, for example when a reconciliation finds differences. */
  readonly hasFailed?: boolean;
}

export type Action = (domains: Domains) => Promise<CommandResult>;

export type OptionValues = Readonly<Record<string, unknown>>;

interface Declaration<Options extends z.ZodRawShape> {
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** Options that can also be passed without their name, in this order. */
  readonly positional?: readonly (keyof Options & string)[];
  readonly examples: readonly string[];
  /** Another run has the same effect, also after an interruption, so the command is repeated while the stage is unavailable. */
  readonly isRepeatable?: boolean;
  /** Returns what is wrong with a combination of options. */
  readonly check?: (options: z.output<z.ZodObject<Options>>) => string | undefined;
  readonly action: (options: z.output<z.ZodObject<Options>>, domains: Domains) => Promise<CommandResult>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CommandOption[];
  readonly positional: readonly string[];
  readonly examples: readonly string[];
  readonly isRepeatable: boolean;
  /** Validates the values before a stage is contacted. Throws `invalid`. */
  readonly prepare: (values: OptionValues) => Action;
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
}

export interface CommandOption {
  readonly key: string;
  /** The name on the command line, without dashes: `landing-url`. */
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly isRequired: boolean;
}

export const option = <Schema extends z.ZodType>(schema: Schema, value: string, description: string) =>
  schema.meta({ value, description });

function optionOf(key: string, schema: z.core.$ZodType): CommandOption {
  const { value, description } = z.globalRegistry.get(schema) ?? {};
  const absent = z.safeParse(schema, undefined);
  const suffix = absent.success && absent.data !== undefined ? ` (default: ${String(absent.data)})` : '';
  return {
    key,
    name: toKebabCase(key),
    value: String(value),
    description: `${description}${suffix}`,
    isRequired: !absent.success,
  };
}

export function command<Options extends z.ZodRawShape>(declaration: Declaration<Options>): Command {
  const { name, positional = [], isRepeatable = false, check, action } = declaration;
  const schema = z.object(declaration.options);
  const options = Object.entries(declaration.options).map(([key, option]) => optionOf(key, option));
  return {
    ...declaration,
    options,
    positional,
    isRepeatable,
    prepare: (values) => {
      requireOptions(name, options, values);
      const parsed = schema.safeParse(values);
      if (!parsed.success)
        throw new OperatorError('invalid', parsed.error.issues.map(messageOf(values)).join('; '));
      const problem = check?.(parsed.data);
      if (problem !== undefined)
        throw new OperatorError('invalid', `${name} ${problem} (see ${name} --help)`);
      return (domains) =>
        runAs({ id: 'operator' }, async () => {
          const { brand } = values;
          if (typeof brand === 'string') await domains.trail.recordCommand(brand, name, domains.now());
          return action(parsed.data, domains);
        });
    },
  };
}

function requireOptions(name: string, options: readonly CommandOption[], values: OptionValues): void {
  const missing = options.filter(({ key, isRequired }) => isRequired && values[key] === undefined);
  if (missing.length === 0) return;
  const flags = missing.map((option) => `--${option.name} <${option.value}>`).join(', ');
  throw new OperatorError('invalid', `${name} needs ${flags} (see ${name} --help)`);
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Quotes a rejected value only if the option is an enumeration, because another value could be a password. */
const messageOf =
  (values: OptionValues) =>
  ({ path: [key = ''], ...issue }: z.core.$ZodIssue): string => {
    const flag = `--${toKebabCase(String(key))}`;
    return issue.code === 'invalid_value'
      ? `${flag} must be ${alternatives.format(issue.values.map(String))}, not "${values[String(key)]}"`
      : `${flag}: ${issue.message}`;
  };
