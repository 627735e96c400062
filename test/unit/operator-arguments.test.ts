import { describe, expect, test } from 'vitest';
import { commandGroups } from '#infra/operator/commands.ts';
import { runProgram } from '#infra/operator/program.ts';

const id = 'brd_01JD0000000000000000000000';
const commands = commandGroups.flatMap((group) => group.commands);

/** Parses a command line without running its action. */
async function parse(args: readonly string[]) {
  const stages: (string | undefined)[] = [];
  let help = '';
  await runProgram(args, {
    execute: async (_, { stage }) => {
      stages.push(stage);
    },
    print: (text) => {
      help += text;
    },
  });
  return { stages, help };
}

const parseLine = (line: string) => parse(line.split(' ').filter((word) => word !== ''));
const errorOf = (line: string): Promise<string> =>
  parseLine(line).then(JSON.stringify, ({ message }) => message);
const helpOf = async (line: string): Promise<string> => (await parseLine(line)).help;
const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ');

describe('the operator command line', () => {
  const create = 'brand create --name Acme --email ops@acme.test';
  test.each([
    ['brand crate', "Unknown command 'crate' (Did you mean create?)"],
    ['user set-passwd --email a@b.test', "Unknown command 'set-passwd' (Did you mean set-password?)"],
    ['brnad list', "Unknown command 'brnad' (Did you mean brand?)"],
    ['campaign list', "Unknown command 'campaign' (see --help)"],
    ['--hlep', "Unknown option '--hlep' (Did you mean --help?)"],
    ['brand create --nmae Acme', "Unknown option '--nmae' (Did you mean --name?)"],
    ['brand list --stgae dev', "Unknown option '--stgae' (Did you mean --stage?)"],
    ['brand list --brand x', "Unknown option '--brand' (see brand list --help)"],
    ['brand list -x', "Unknown option '-x' (see brand list --help)"],
    ['brand list --json=yes', "Unknown option '--json=…' (see brand list --help)"],
    [
      'brand create --name Acme',
      'brand create needs --email <address>, --plan <starter|growth|scale> (see brand create --help)',
    ],
    [`${create} --plan`, "Option '--plan <starter|growth|scale>' argument missing (see brand create --help)"],
    ['brand create --name --email a@b.test', '--name needs a value (see brand create --help)'],
    [`${create} --plan growth --plan scale`, '--plan is given twice'],
    ['brand list --stage dev --stage prod', '--stage is given twice'],
    [`brand set-plan ${id} growth --plan scale`, '--plan is given twice'],
    [
      `brand set-plan ${id} growth scale`,
      "Too many arguments for 'set-plan'. Expected 2 arguments but got 3 (see brand set-plan --help)",
    ],
    [`${create} --plan gold`, '--plan must be starter, growth or scale, not "gold"'],
    [`${create} --plan growth --password short`, '--password: Must have at least 12 characters'],
    [`${create} --plan growth --currency XYZ`, '--currency: Must be an ISO 4217 currency code'],
    [
      `${create} --plan growth --landing-url http://acme.test`,
      '--landing-url: Must be an https:// URL without credentials',
    ],
    ['brand set-plan acme growth', '--brand: Must be the id of a brand (brd_…, see brand list)'],
    [`brand set-status ${id} paused`, '--status must be active, past_due or canceled, not "paused"'],
    ['user set-role a@b.test owner', '--role must be admin or member, not "owner"'],
  ])('rejects "%s" with a one-line message', async (line, message) => {
    expect(await errorOf(line)).toBe(message);
  });

  test.each([
    'user set-password a@b.test --password hunter2',
    'user set-password a@b.test --pasword hunter2',
    'user set-password a@b.test --pasword=hunter2',
    'user set-password a@b.test -phunter2',
    'user set-password a@b.test hunter2',
  ])('rejects "%s" without repeating the password', async (line) => {
    const message = await errorOf(line);
    expect(message).toMatch(/^(--password|Unknown option|Too many arguments)/);
    expect(message).not.toContain('unter2');
  });

  test.each([
    [`brand set-plan ${id} growth`, undefined],
    [`--stage dev --json brand set-plan --plan=GROWTH --brand ${id}`, 'dev'],
    ['user set-password --email a@b.test --password=-begins-with-a-dash --stage=prod', 'prod'],
    ['user set-password a@b.test --password --begins-with-two-dashes', undefined],
  ])('accepts "%s"', async (line, stage) => {
    expect(await parseLine(line)).toEqual({ stages: [stage], help: '' });
  });

  test.each(
    commands.flatMap(({ name, examples }) => examples.map((example) => [`${name} ${example}`.trim()])),
  )('accepts the example "%s"', async (line) => {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect((await parse(args)).stages).toEqual([undefined]);
  });
});

describe('the operator help', () => {
  test('lists every group of commands', async () => {
    const text = await helpOf('--help');
    for (const { name, summary } of commandGroups) {
      expect(text).toMatch(new RegExp(`^  ${name} `, 'm'));
      expect(singleSpaced(text)).toContain(`${name} ${summary}`);
    }
    expect(await Promise.all(['', 'help', '-h'].map(helpOf))).toEqual([text, text, text]);
  });

  test.each(commandGroups.map((group) => [group.name, group] as const))(
    'lists every command of the group %s',
    async (name, { commands }) => {
      const text = await helpOf(name);
      for (const { summary } of commands) expect(singleSpaced(text)).toContain(summary);
      expect(await Promise.all([`${name} --help`, `help ${name}`].map(helpOf))).toEqual([text, text]);
    },
  );

  test.each(commands.map((command) => [command.name, command] as const))(
    'describes every option of the command `%s`',
    async (name, { summary, options }) => {
      const text = await helpOf(`${name} --help`);
      expect(singleSpaced(text)).toContain(summary);
      for (const { name: option, value, description } of options) {
        expect(singleSpaced(text)).toContain(`--${option} <${value}> ${description}`);
      }
      expect(text).not.toContain('undefined');
      expect(await helpOf(name.replace(' ', ' help '))).toBe(text);
    },
  );
});
