// Runs a scenario in the shell of an operator.
import assert from 'node:assert/strict';
import { step } from '#test/deploy/steps.ts';
import type { Block } from './blocks.ts';
import { type BlockStep, factOf, type Rehearsal, type Scenario } from './rehearsal.ts';
import type { BlockResult, Shell } from './shell.ts';

const placeholder = /<[a-z][^<>\n]*>|…/i;

/** There is no terminal that could confirm a change. */
const withoutConfirmation = (commands: string): string =>
  commands
    .replaceAll(
      /npm run (deploy|deploy:delivery) -- (?!.*--require-approval)/g,
      'npm run $1 -- --require-approval never ',
    )
    .replaceAll('npx cdk deploy ', 'npx cdk deploy --require-approval never ')
    .replaceAll('npm run destroy -- ', 'npm run destroy -- --force ');

/** Returns the commands as a reader types them. */
function fillIn(commands: string, { replace = {} }: BlockStep, rehearsal: Rehearsal): string {
  let text = withoutConfirmation(commands);
  for (const [before, after] of Object.entries(replace)) {
    assert.ok(text.includes(before), `The commands do not contain ${before}:\n${text}`);
    text = text.replaceAll(before, () => after);
  }
  text = text.replaceAll(/<([a-zA-Z]+)>/g, (_, name: string) => factOf(rehearsal, name));
  const [rest] = placeholder.exec(text.replaceAll(/ # .*$/gm, '')) ?? [];
  assert.equal(rest, undefined, `The rehearsal does not replace ${rest}:\n${text}`);
  return text;
}

/** npm prints each command, which would match many patterns. */
const withoutCommandLines = (output: string): string => output.replaceAll(/^> .*$/gm, '');

const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-40).join('\n');

/** Throws unless exactly the expected commands failed, and the output is as expected. */
function assertResult({ block, shows, fails = {} }: BlockStep, { output, failures }: BlockResult): void {
  const expected = Object.entries(fails);
  const problems = [
    ...failures
      .filter((command) => !expected.some(([begin]) => command.startsWith(begin)))
      .map((command) => `It failed: ${command}`),
    ...expected
      .filter(([begin]) => !failures.some((command) => command.startsWith(begin)))
      .map(([begin]) => `It succeeded, although the rehearsal expects that it fails: ${begin}`),
    ...[...shows, ...expected.map(([, { error }]) => error)]
      .filter((pattern) => !pattern.test(output))
      .map((pattern) => `The output does not match ${pattern}`),
    // The AWS CLI ends with 0 if a function fails.
    ...(output.includes('"FunctionError"') ? ['A function failed'] : []),
  ];
  assert.ok(problems.length === 0, `${block}\n${problems.join('\n')}\n${lastLines(output)}`);
}

type Fact = readonly [name: string, value: string];

const factsIn = ({ block, saves = {} }: BlockStep, { output }: BlockResult): readonly Fact[] =>
  Object.entries(saves).map(([name, pattern]) => {
    const [, value] = pattern.exec(output) ?? [];
    assert.ok(value, `${block}\nThe output does not contain the fact ${name}\n${lastLines(output)}`);
    return [name, value];
  });

export async function rehearse(
  { steps }: Scenario,
  rehearsal: Rehearsal,
  blocks: ReadonlyMap<string, Block>,
  shell: Shell,
): Promise<void> {
  const commandsOf = (name: string): string => {
    const commands = blocks.get(name)?.commands;
    assert.ok(commands, `The runbook has no block ${name}`);
    return commands;
  };
  const runBlock = async (current: BlockStep): Promise<void> => {
    const result = await shell.run(fillIn(commandsOf(current.block), current, rehearsal));
    const seen = { ...result, output: withoutCommandLines(result.output) };
    assertResult(current, seen);
    for (const [name, value] of factsIn(current, seen)) rehearsal.facts.set(name, value);
  };
  assert.deepEqual((await shell.run(commandsOf('The shell'))).failures, []);
  for (const current of steps) {
    if ('does' in current) await step(current.does, () => current.work(rehearsal));
    else await step(current.block, () => runBlock(current));
  }
}
