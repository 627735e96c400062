import { describe, expect, test } from 'vitest';
import { understand, wantsJson } from '#infra/operator/arguments.ts';
import { commands } from '#infra/operator/commands.ts';

const id = 'brd_01JD0000000000000000000000';
const typed = (line: string) => understand(line === '' ? [] : line.split(' '), commands);
const refusalOf = (line: string): string => {
  try {
    return JSON.stringify(typed(line));
  } catch (error) {
    return String(error).replace('DomainError: ', '');
  }
};
const helpOf = (line: string): string => {
  const intention = typed(line);
  return intention.kind === 'help' ? intention.text : 'no help';
};

describe('what cannot be meant is refused in one line', () => {
  const create = 'brand create --name Acme --email ops@acme.test';
  test.each([
    ['brand crate', 'Unknown command "brand crate" (did you mean brand create?)'],
    [
      'user set-passwd --email a@b.test',
      'Unknown command "user set-passwd" (did you mean user set-password?)',
    ],
    ['campaign list', 'Unknown command "campaign list" (see --help)'],
    ['deploy', 'Unknown command "deploy" (see --help)'],
    ['--hlep', 'Unknown option --hlep (did you mean --help?)'],
    ['brand create --nmae Acme', 'Unknown option --nmae of brand create (did you mean --name?)'],
    ['brand list --brand x', 'Unknown option --brand of brand list (see brand list --help)'],
    ['brand list -x', 'Unknown option -x of brand list (see brand list --help)'],
    [
      'brand create --name Acme',
      'brand create needs --email ADDRESS, --plan starter|growth|scale (see brand create --help)',
    ],
    [`${create} --plan`, '--plan needs a value (one that begins with a dash: --plan=-…)'],
    [`brand create --name --email a@b.test`, '--name needs a value (one that begins with a dash: --name=-…)'],
    [`${create} --plan growth --plan scale`, '--plan is given twice'],
    [`brand set-plan ${id} growth --plan scale`, '--plan is given twice'],
    [
      `brand set-plan ${id} growth scale`,
      'brand set-plan does not know what to do with "scale" (see brand set-plan --help)',
    ],
    ['brand list --json=yes', '--json takes no value'],
    [`${create} --plan gold`, '--plan must be starter, growth or scale, not "gold"'],
    [`${create} --plan growth --password short`, '--password: Must have at least 12 characters'],
    [`${create} --plan growth --currency XYZ`, '--currency: Must be an ISO 4217 currency code'],
    [
      `${create} --plan growth --landing-url http://acme.test`,
      '--landing-url: Must be an https:// address without credentials',
    ],
    ['brand set-plan acme growth', '--brand: Must be the id of a brand (brd_…), see brand list'],
    [`brand set-status ${id} paused`, '--status must be active, past_due or canceled, not "paused"'],
    ['user set-role a@b.test owner', '--role must be admin or member, not "owner"'],
  ])('%s', (line, message) => {
    expect(refusalOf(line)).toBe(message);
  });

  test('a refused password is not repeated', () => {
    expect(refusalOf('user set-password a@b.test --password hunter2')).not.toContain('hunter2');
  });
});

describe('what is meant', () => {
  test.each([
    [`brand set-plan ${id} growth`, undefined],
    [`--stage dev --json brand set-plan --plan=GROWTH --brand ${id}`, 'dev'],
    ['user set-password --email a@b.test --password=-begins-with-a-dash --stage=prod', 'prod'],
  ])('%s', (line, stage) => {
    expect(typed(line)).toEqual({ kind: 'work', work: expect.any(Function), stage });
  });

  test('--json is seen wherever it stands, but not within a value', () => {
    expect(wantsJson(['brand', '--json'])).toBe(true);
    expect(wantsJson(['--name=--json'])).toBe(false);
  });
});

describe('help', () => {
  test('of the whole names every command, each once', () => {
    const lines = helpOf('').split('\n');
    for (const { name, summary } of commands) {
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary))).toHaveLength(1);
    }
    expect([helpOf('--help'), helpOf('help'), helpOf('-h')]).toEqual(Array(3).fill(helpOf('')));
  });

  test('of a group names its commands only', () => {
    expect(helpOf('user')).toContain('user set-role');
    expect(helpOf('user --help')).not.toContain('brand list');
  });

  test.each(commands.map((command) => [command.name, command] as const))('of %s', (name, command) => {
    const text = helpOf(`${name} --help`);
    expect(text).toContain(command.summary);
    for (const option of command.options) {
      expect(text).toMatch(new RegExp(`^ {2}--${option.name} .*  \\S`, 'm'));
      expect(option.summary).not.toContain('undefined');
      expect(option.value).not.toBe('undefined');
    }
    expect([helpOf(`help ${name}`), helpOf(`${name} -h`)]).toEqual([text, text]);
  });

  test.each(
    commands.flatMap(({ name, examples }) => examples.map((example) => [`${name} ${example}`.trim()])),
  )('the example %s can be meant', (line) => {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(understand(args, commands).kind).toBe('work');
  });
});
