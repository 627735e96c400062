// The help, at each level, made from the commands' declarations.
import type { Command, CommandOption } from './command.ts';
import { columns } from './text.ts';

const program = 'npm run operator --';

const globalOptions: readonly (readonly [string, string])[] = [
  ['--stage NAME', 'Work on a deployed stage, with your AWS credentials; left out: on the one running here'],
  ['--json', 'Answer one JSON document for scripts (npm run --silent operator -- …)'],
  ['--help', 'Show this help; after a command: the command’s'],
];

const section = (title: string, text: string): string => `${title}:\n${text}`;
const page = (...parts: readonly string[]): string => parts.join('\n\n');

const globalSection = section('Options of every command', columns(globalOptions, '  '));

const commandList = (commands: readonly Command[]): string =>
  section(
    'Commands',
    columns(
      commands.map(({ name, summary }) => [name, summary]),
      '  ',
    ),
  );

const examplesOf = ({ name, examples }: Command): string =>
  examples.map((example) => `  ${program} ${name} ${example}`.trimEnd()).join('\n');

/** The whole program's. */
export const overview = (commands: readonly Command[]): string =>
  page(
    'The operator’s command line: brands, their plans and terms, the users who log in for them, the keys that sign tokens, clicks, payouts, and sums of money.',
    `Usage: ${program} <command> [options]`,
    commandList(commands),
    globalSection,
    'An error is one line on stderr, with --json {"code", "message"}; the exit code is then 1.',
    section('Examples', commands.slice(0, 2).map(examplesOf).join('\n')),
  );

/** That of the commands that begin with one word: `brand`. */
export const groupHelp = (commands: readonly Command[]): string =>
  page(
    `Usage: ${program} <command> [options]`,
    commandList(commands),
    globalSection,
    section('Examples', commands.map(examplesOf).join('\n')),
  );

const asTyped = ({ name, value }: CommandOption): string => `--${name} ${value}`;

const synopsis = ({ name, options }: Command): string =>
  [name, ...options.map((option) => (option.required ? asTyped(option) : `[${asTyped(option)}]`))].join(' ');

const shortForm = ({ name, positional }: Command): string =>
  positional.length === 0
    ? ''
    : `\n   or: ${program} ${name} ${positional.map((word) => `<${word}>`).join(' ')}`;

/** That of one command. */
export const commandHelp = (command: Command): string =>
  page(
    command.summary,
    `Usage: ${program} ${synopsis(command)}${shortForm(command)}`,
    ...(command.options.length === 0
      ? []
      : [
          section(
            'Options',
            columns(
              command.options.map((option) => [asTyped(option), option.summary]),
              '  ',
            ),
          ),
        ]),
    globalSection,
    section('Examples', examplesOf(command)),
  );
