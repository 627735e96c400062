// From what was typed to what is to be done; whatever cannot be meant is refused in one line.
import { parseArgs } from 'node:util';
import { DomainError } from '#lib/shared/errors.ts';
import type { Command, Given, Work } from './command.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { suggestion } from './nearest.ts';

export type Intention =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'work'; readonly work: Work; readonly stage: string | undefined };

const globalOptions = {
  stage: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const refuse = (message: string): never => {
  throw new DomainError('invalid', message);
};

/** Reads without judging: which options a command has is known only when the command is. */
const read = (args: readonly string[], commands: readonly Command[]) =>
  parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        commands.flatMap(({ options }) => options.map(({ name }) => [name, { type: 'string' as const }])),
      ),
      ...globalOptions,
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

type Token = ReturnType<typeof read>['tokens'][number];
type OptionToken = Extract<Token, { kind: 'option' }>;

/** `--json` counts also where the rest cannot be understood: the error is then JSON. */
export const wantsJson = (args: readonly string[]): boolean => args.includes('--json');

export function understand(args: readonly string[], commands: readonly Command[]): Intention {
  const { tokens, positionals } = read(args, commands);
  const options = tokens.filter((token) => token.kind === 'option');
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const wantsHelp = words !== positionals || options.some(({ name }) => name === 'help');
  const [group, ...rest] = words;
  const inGroup = commands.filter(({ name }) => name.split(' ')[0] === group);
  const command = inGroup.find(({ name }) => name === `${group} ${rest[0]}`);
  if (command !== undefined) {
    const given = optionsGiven(options, command);
    if (wantsHelp) return { kind: 'help', text: commandHelp(command) };
    const { stage, ...own } = withPositionals(given, rest.slice(1), command);
    return { kind: 'work', work: command.prepare(own), stage };
  }
  if (group !== undefined && (inGroup.length === 0 || rest.length > 0))
    return unknownCommand(words, commands);
  optionsGiven(options, undefined);
  return { kind: 'help', text: group === undefined ? overview(commands) : groupHelp(inGroup) };
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): never {
  const typed = words.slice(0, 2).join(' ');
  const names = commands.map(({ name }) => name);
  return refuse(`Unknown command "${typed}"${suggestion(typed, names) || ' (see --help)'}`);
}

/** The options with a value, each known, given once, and given one. */
function optionsGiven(tokens: readonly OptionToken[], command: Command | undefined): Given {
  const own = command?.options.map(({ name }) => name) ?? [];
  const known = [...own, ...Object.keys(globalOptions)];
  const given: Record<string, string> = {};
  for (const token of tokens) {
    const { name, rawName, value } = token;
    if (!known.includes(name)) refuse(unknownOption(rawName, known, command));
    if (name === 'json' || name === 'help') {
      if (value !== undefined) refuse(`--${name} takes no value`);
      continue;
    }
    if (given[name] !== undefined) refuse(`--${name} is given twice`);
    given[name] = textOf(token);
  }
  return given;
}

function unknownOption(typed: string, known: readonly string[], command: Command | undefined): string {
  const names = known.map((name) => `--${name}`);
  const where = command === undefined ? '' : ` of ${command.name}`;
  const help = command === undefined ? '--help' : `${command.name} --help`;
  return `Unknown option ${typed}${where}${suggestion(typed, names) || ` (see ${help})`}`;
}

/** Of `--name --email x` the value of the name was forgotten; `--name=--email` is meant. */
function textOf({ name, value, inlineValue }: OptionToken): string {
  if (value === undefined || (!inlineValue && value.startsWith('-')))
    return refuse(`--${name} needs a value (one that begins with a dash: --${name}=-…)`);
  return value;
}

/** Values by place fill the options that a command names for it, in order. */
function withPositionals(given: Given, values: readonly string[], { name, positional }: Command): Given {
  const surplus = values[positional.length];
  if (surplus !== undefined)
    refuse(`${name} does not know what to do with "${surplus}" (see ${name} --help)`);
  const placed = values.map((value, index): [string, string] => [positional[index] ?? '', value]);
  const twice = placed.find(([option]) => given[option] !== undefined);
  if (twice !== undefined) refuse(`--${twice[0]} is given twice`);
  return { ...given, ...Object.fromEntries(placed) };
}
