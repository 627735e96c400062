import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import type { Action, Command, CommandGroup, OptionValues } from './command.ts';
import { commandGroups } from './commands.ts';

export interface Execution {
  /** Undefined for the local stage. */
  readonly stage: string | undefined;
  readonly isRepeatable: boolean;
}

interface Handlers {
  readonly execute: (action: Action, execution: Execution) => Promise<void>;
  readonly print: (text: string) => void;
}

/** `reconcile --all` is another spelling of `reconcile all`. */
function withAllAsCommand(args: readonly string[]): readonly string[] {
  const group = args.indexOf('reconcile');
  if (group === -1 || !args.includes('--all')) return args;
  const others = args.filter((arg) => arg !== '--all');
  return [...others.slice(0, group + 1), 'all', ...others.slice(group + 1)];
}

const programName = 'npm run operator --';

export async function runProgram(args: readonly string[], handlers: Handlers): Promise<void> {
  try {
    await createProgram(handlers).parseAsync([...withAllAsCommand(args)], { from: 'user' });
  } catch (error) {
    if (!isHelp(error)) throw error;
  }
}

function createProgram({ execute, print }: Handlers): CommanderCommand {
  const program = new CommanderCommand(programName)
    .description('Operate the service: brands, users, payouts, signing keys and clicks of a stage.')
    // Treat `writeErr` as output, because commander uses it for the help of a group, which is not an error.
    .configureOutput({ writeOut: print, writeErr: print, outputError: () => {} })
    .configureHelp({ showGlobalOptions: true })
    .helpOption('-h, --help', 'Show this help')
    .exitOverride(reportUsageError(''))
    .addHelpText('after', programNotes);
  describeHelpCommand(program);
  addOption(program, '', new Option('--stage <name>', 'Deployed stage to use (default: the local stage)'));
  program.option('--json', 'Print JSON for scripts (use npm run --silent operator -- …)');
  const run: Run = (action, { isRepeatable }) =>
    execute(action, { stage: program.opts<{ stage?: string }>().stage, isRepeatable });
  for (const group of commandGroups) addGroup(program, group, run);
  return program;
}

type Run = (action: Action, command: Command) => Promise<void>;

function addGroup(program: CommanderCommand, { name, summary, commands }: CommandGroup, run: Run): void {
  const group = program.command(name).description(summary).exitOverride(reportUsageError(name));
  describeHelpCommand(group);
  for (const command of commands) addCommand(group, command, run);
}

function addCommand(group: CommanderCommand, declared: Command, run: Run): void {
  const command = group
    .command(declared.name.slice(group.name().length + 1))
    .description(declared.summary)
    .exitOverride(reportUsageError(declared.name))
    .addHelpText('after', examplesOf(declared));
  for (const { name, value, description, isRequired } of declared.options) {
    const option = new Option(`--${name} <${value}>`, description);
    addOption(command, declared.name, isRequired ? option.helpGroup('Required options:') : option);
  }
  for (const name of declared.positional)
    command.argument(`[${toKebabCase(name)}]`, `Instead of --${toKebabCase(name)}`);
  command.action(() =>
    run(declared.prepare(mergeValues(command.opts(), command.args, declared.positional)), declared),
  );
}

/** Rejects an option name as a value, because the real value is then missing: `--name --email`. */
function addOption(command: CommanderCommand, path: string, option: Option): void {
  const name = option.name();
  command.addOption(
    option.argParser((value: string, previous: string | undefined) => {
      if (previous !== undefined) throw givenTwice(name);
      const isOption = value === '--help' || command.options.some(({ long }) => long === value);
      if (isOption) throw new OperatorError('invalid', `--${name} needs a value ${helpHint(path)}`);
      return value;
    }),
  );
}

function mergeValues(options: OptionValues, args: readonly string[], names: readonly string[]): OptionValues {
  const given = names.slice(0, args.length);
  const twice = given.find((name) => options[name] !== undefined);
  if (twice !== undefined) throw givenTwice(twice);
  return { ...options, ...Object.fromEntries(given.map((name, index) => [name, args[index]])) };
}

const givenTwice = (name: string) => new OperatorError('invalid', `--${toKebabCase(name)} is given twice`);

const helpHint = (path: string): string => `(see ${path === '' ? '' : `${path} `}--help)`;

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError && error.code.startsWith('commander.help');

const reportUsageError =
  (path: string) =>
  (error: CommanderError): never => {
    if (isHelp(error)) throw error;
    const [problem = '', suggestion = helpHint(path)] = redact(error.message).split('\n');
    throw new OperatorError('invalid', `${problem.charAt(0).toUpperCase()}${problem.slice(1)} ${suggestion}`);
  };

/** Removes typed values from a message, because `--pasword=secret` or a surplus argument can contain a password. */
const redact = (message: string): string =>
  message
    .replace(/^error: /, '')
    .replace(/^(unknown option) '(--[^=']*=|-[^-])[\s\S]+'/, "$1 '$2…'")
    .replace(/^(too many arguments[\s\S]* but got \d+): [\s\S]*$/, '$1');

const describeHelpCommand = (command: CommanderCommand) =>
  command.helpCommand('help [command]', 'Show the help of a command');

const examplesOf = ({ name, examples }: Command): string =>
  ['', 'Examples:', ...examples.map((example) => `  ${programName} ${name} ${example}`.trimEnd())].join('\n');

const programNotes = `
Errors are one line on stderr, with exit code 1. With --json they are {"code", "message"}.

Examples:
  ${programName} brand create --help
  ${programName} --stage dev brand list`;
