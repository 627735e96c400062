import * as z from 'zod';
import type { KeyStore } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';

type Stores = typeof import('./stores.ts');

export interface Domains extends Stores {
  readonly keyStore: () => Promise<KeyStore>;
  /** Restores the table of the stage to a point in time. Returns the name of the restored table. */
  readonly restoreTable: (at: Date) => Promise<string>;
  readonly stage: { readonly isLocal: boolean; readonly isReadOnly: boolean };
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

interface CommandOption {
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
