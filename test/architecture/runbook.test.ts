// Tests that the runbook matches the deployed stack.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessLogFields } from '#infra/constructs/access-log.ts';
import { runProgram } from '#infra/operator/program.ts';
import { parseStage } from '#infra/stage.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import { blocksOf, readRunbook, runbookFiles } from '#test/runbook/blocks.ts';
import { notRehearsed, scenarios } from '#test/runbook/scenarios.ts';
import { emptyBundles, SynthesizedStack, templatesOf } from '#test/support/stack.ts';
import { withAllSettings } from '#test/support/stages.ts';

const prod = new SynthesizedStack(withAllSettings(parseStage('prod')), emptyBundles());
/** The stack of the backups and that in us-east-1 have alarms of their own. */
const alarmsOfOptions = [
  ...['copies-missing', 'api-unreachable', 'edge-client-errors', 'edge-blocked', 'link-domain-errors'],
];
const runbook = readRunbook('.');
const shell = readFileSync('infra/tools/shell.sh', 'utf8');
const incidents = readFileSync('docs/incidents.md', 'utf8');
const aboutAlarms = incidents.split(/^(?=## )/m).find((text) => text.startsWith('## Alarms\n')) ?? '';

const alarms = prod.all('AWS::CloudWatch::Alarm').map(({ Properties }) => ({
  name: String(Properties.AlarmName).replace(`${prod.name}-`, ''),
  section: String(Properties.AlarmDescription).split('#')[1] ?? '',
}));

test('the section Alarms of docs/incidents.md has exactly the sections to which the alarms link, from A to Z', () => {
  const sections = [...aboutAlarms.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
  expect(alarms.length).toBeGreaterThan(0);
  const linked = new Set([...alarms.map(({ section }) => section), ...alarmsOfOptions]);
  expect(sections).toEqual([...linked].toSorted());
});

test('each alarm is named by the section of the runbook to which it links', () => {
  const texts = new Map(aboutAlarms.split('\n### ').map((text) => [text.split('\n')[0], text]));
  const isNamed = ({ name, section }: (typeof alarms)[number]) =>
    name === section || texts.get(section)?.includes(`\`${name}\``);
  expect(alarms.filter((alarm) => !isNamed(alarm))).toEqual([]);
});

test('the name of each queue in a table of the runbook has one queue for messages, and one for dead letters', () => {
  const queues = prod.all('AWS::SQS::Queue').map(({ id }) => id);
  const named = [...runbook.matchAll(/^\| `([a-z-]+)-(?:backlog|dead-letters)` .*`([a-zA-Z]+)` \|/gm)];
  expect(named.length).toBe(18);
  for (const [, alarm = '', name = ''] of named) {
    expect(toKebabCase(name)).toBe(alarm);
    for (const end of ['Queue', 'DeadLetters'])
      expect(queues.filter((id) => id.includes(`${name}${end}`))).toHaveLength(1);
  }
});

test('the shell of the runbook lists exactly the stacks of a stage', () => {
  const [, listed = ''] = /^STACKS="(.+)"$/m.exec(shell) ?? [];
  expect(listed.replaceAll('$STACK', prod.name).split(' ').toSorted()).toEqual(
    Object.keys(templatesOf(parseStage('prod'), emptyBundles())).toSorted(),
  );
});

test('every stack output in the runbook exists', () => {
  const outputs = Object.keys(prod.template.toJSON().Outputs);
  const read = new Set([...`${runbook}${shell}`.matchAll(/\$\(output (\w+)\)/g)].map(([, name]) => name));
  expect(read.size).toBeGreaterThan(0);
  expect([...read].filter((name) => !outputs.includes(name ?? ''))).toEqual([]);
});

test('every queue in the runbook exists', () => {
  const queues = prod.all('AWS::SQS::Queue').map(({ id }) => id);
  const named = [...runbook.matchAll(/\$\(queue (\w+)\)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => queues.filter((id) => id.includes(name)).length !== 1)).toEqual([]);
});

test('every function in the runbook exists', () => {
  const functions = prod.all('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName);
  const called = [
    ...runbook.matchAll(/(?:--function-name |FUNCTION=|`)\$STACK-((?:streams|schedules|queues)-[\w-]+)/g),
  ].map(([, name]) => name);
  expect(called.length).toBeGreaterThan(0);
  expect(called.filter((name) => !functions.includes(`${prod.name}-${name}`))).toEqual([]);
});

test('every npm script in the runbook exists', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const run = [...runbook.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(run).toContain('operator');
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
});

test('every field of the access log that a command of the runbook reads exists', () => {
  const programs = [...runbook.matchAll(/AccessLogGroupName\)[^`']*'[^']*'[^`']*jq -r '([^']+)'/g)].map(
    ([, program = '']) => program.replaceAll(/"[^"]*"/g, ''),
  );
  const read = programs.flatMap((program) =>
    [...program.matchAll(/\.([a-zA-Z]+)/g)].map(([, name = '']) => name),
  );
  expect(read).toContain('integrationError');
  expect(read.filter((name) => !(name in accessLogFields))).toEqual([]);
});

const sections = runbookFiles.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/^(?=##+ )/m)
    .slice(1)
    .map((text) => ({ file, heading: /^##+ (.+)$/m.exec(text)?.[1] ?? '', text })),
);

test('no two sections of the runbook have the same heading', () => {
  const headings = sections.map(({ heading }) => heading);
  expect(headings).toEqual([...new Set(headings)]);
});

/** These describe stages and terms, and have no commands of their own. */
const descriptions = ['Symptoms', 'Stages', 'The shell', 'Alarms'];

test.each(
  sections
    .filter(({ heading }) => !descriptions.includes(heading))
    .map(({ file, heading, text }) => [heading, file, text] as const),
)(
  'the section %s of %s has a symptom if it is an incident, numbered commands and an end',
  (_, file, text) => {
    const parts = [...text.matchAll(/^\*\*([A-Z][a-z ]+)\.\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(file === 'docs/incidents.md' ? ['Symptom', 'Resolved when'] : ['Done when']);
    expect(text).toMatch(/^1\. /m);
    expect(text.trimEnd().split('\n\n').at(-1)).toMatch(/^\*\*(Resolved|Done) when\.\*\*/);
  },
);

test('each fence of the runbook has a language, so that no block of commands is overlooked', () => {
  const languages = [...runbook.matchAll(/^ *```(\S*)\n[\s\S]*?^ *```$/gm)].map(([, language]) => language);
  expect(languages).toContain('sh');
  // The one without a language is a query of Logs Insights. The others are settings of a stage.
  expect(languages.filter((language) => language !== 'sh')).toEqual(['', 'ts', 'ts', 'ts']);
});

test('every log message for which the runbook searches is one that the service writes', () => {
  const messages = [...runbook.matchAll(/"message":"([^"]+)"/g)].map(([, message = '']) => message);
  const sources = globSync('{lib,functions}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  expect(messages.length).toBeGreaterThan(4);
  expect(messages.filter((message) => !sources.some((text) => text.includes(`'${message}'`)))).toEqual([]);
});

test('no command of the runbook or its shell waits without an end, or reads a log page by page', () => {
  const blocks = [...runbook.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command);
  const commands = [...blocks, shell];
  expect(commands.length).toBeGreaterThan(80);
  for (const endless of [/\buntil\b/, /\bwhile\b/, /filter-log-events/])
    expect(commands.filter((command) => endless.test(command))).toEqual([]);
});

test('each block of commands in the runbook is rehearsed on the emulator, except those that cannot run there', () => {
  const blocks = blocksOf(runbook).map(({ name }) => name);
  const rehearsed = scenarios.flatMap(({ steps }) =>
    steps.flatMap((its) => ('block' in its ? its.block : [])),
  );
  const known = ['The shell', ...rehearsed, ...Object.keys(notRehearsed)];
  expect(blocks.length).toBeGreaterThan(90);
  expect(blocks.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !blocks.includes(name))).toEqual([]);
});

/** What a reader types instead of `<brand>`. */
const examples: Readonly<Record<string, string>> = {
  brand: newId('brand', new Date()),
  payout: newId('payout', new Date()),
  email: 'ada@acme.test',
  key: 'key-1',
  apiKey: newId('apiKey', new Date()),
  reference: 'transfer-7',
  count: '700',
};

/** The operator commands in blocks, in the text and in tables, without what follows a pipe, a redirection or a parenthesis. */
const operatorCommands = [
  ...runbook.matchAll(/npm run (?:--silent )?operator -- ([^`\n]+)/g),
  ...runbook.matchAll(/`operator ([^`]+(?:<|--)[^`]+)`/g),
]
  .map(([, args = '']) =>
    args
      .replace(/ (?:\||>) .*$/, '')
      .replace('$(date +%F)', 'today')
      .replace(/\).*$/, ''),
  )
  .filter((args) => args !== '--help');

test('every operator command in the runbook is one that the operator accepts', async () => {
  expect(operatorCommands.length).toBeGreaterThan(30);
  const refused: string[] = [];
  for (const text of operatorCommands) {
    const args = text
      .replaceAll(/<(\w+)>/g, (_, name: string) => examples[name] ?? `no example of <${name}>`)
      .replaceAll('$STAGE', 'dev')
      .replaceAll('$BRAND', examples.brand ?? '')
      .replaceAll('$MOMENT', '2026-11-21T09:59:00Z')
      .replaceAll('$API', 'https://api.example.com/v1')
      .split(' ');
    const handlers = { execute: async () => {}, print: () => {} };
    await runProgram(args, handlers).catch((error: unknown) => refused.push(`${text}: ${String(error)}`));
  }
  expect(refused).toEqual([]);
});
