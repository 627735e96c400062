// Runs scenarios in the shell of an operator.
import assert from 'node:assert/strict';
import { step } from '#test/deploy/steps.ts';
import type { Block } from './blocks.ts';
import { type BlockStep, factOf, type Scenario, type World } from './scenario.ts';
import { type Ran, Shell } from './shell.ts';

const placeholder = /<[a-z][^<>\n]*>|…/i;

/** There is no terminal that could confirm a change. */
const confirmed = (commands: string): string =>
  commands
    .replaceAll(/npm run deploy -- (?!.*--require-approval)/g, 'npm run deploy -- --require-approval never ')
    .replaceAll('npm run deploy:delivery -- ', 'npm run deploy:delivery -- --require-approval never ')
    .replaceAll('npm run destroy -- ', 'npm run destroy -- --force ');

/** Returns the commands as a reader types them. */
function typed(commands: string, replace: Readonly<Record<string, string>>, world: World): string {
  let text = confirmed(commands);
  for (const [before, after] of Object.entries(replace)) {
    assert.ok(text.includes(before), `The commands do not contain ${before}:\n${text}`);
    text = text.replaceAll(before, () => after);
  }
  text = text.replaceAll(/<([a-zA-Z]+)>/g, (_, name: string) => factOf(world, name));
  const [rest] = placeholder.exec(text.replaceAll(/ # .*$/gm, '')) ?? [];
  assert.equal(rest, undefined, `The rehearsal does not replace ${rest}:\n${text}`);
  return text;
}

const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-40).join('\n');

/** Throws unless exactly the expected commands failed, and the output is as expected. */
function expectEffect({ block, shows, fails = {} }: BlockStep, { output, failures }: Ran): void {
  const expected = Object.keys(fails);
  const problems = [
    ...failures
      .filter((command) => !expected.some((begin) => command.startsWith(begin)))
      .map((command) => `It failed: ${command}`),
    ...expected
      .filter((begin) => !failures.some((command) => command.startsWith(begin)))
      .map((begin) => `It succeeded, although the rehearsal expects that it fails: ${begin}`),
    ...shows
      .filter((pattern) => !pattern.test(output))
      .map((pattern) => `The output does not match ${pattern}`),
  ];
  assert.ok(problems.length === 0, `${block}\n${problems.join('\n')}\n${lastLines(output)}`);
}

function savedBy({ block, saves = {} }: BlockStep, { output }: Ran): readonly (readonly [string, string])[] {
  return Object.entries(saves).map(([name, pattern]) => {
    const [, value] = pattern.exec(output) ?? [];
    assert.ok(value, `${block}\nThe output does not contain the fact ${name}\n${lastLines(output)}`);
    return [name, value];
  });
}

export async function rehearse(
  { steps }: Scenario,
  world: World,
  blocks: ReadonlyMap<string, Block>,
): Promise<void> {
  const shell = new Shell(world.checkout.folder, world.environment);
  const commandsOf = (name: string): string => {
    const commands = blocks.get(name)?.commands;
    assert.ok(commands, `docs/operations.md has no block ${name}`);
    return commands;
  };
  try {
    const prepared = await shell.run(commandsOf('The shell'));
    assert.deepEqual(prepared.failures, []);
    for (const its of steps) {
      if ('does' in its) {
        await step(its.does, () => its.work(world));
        continue;
      }
      await step(its.block, async () => {
        const ran = await shell.run(typed(commandsOf(its.block), its.replace ?? {}, world));
        expectEffect(its, ran);
        for (const [name, value] of savedBy(its, ran)) world.facts.set(name, value);
      });
    }
  } finally {
    shell.close();
  }
}
