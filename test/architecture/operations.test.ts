// The runbook and what is deployed: whoever an alarm wakes finds its section.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';

const dev = new SynthesizedStack('dev', emptyBundles());
const runbook = readFileSync('docs/operations.md', 'utf8');
const [, aboutAlarms = ''] = runbook.split('\n## Alarms\n');

test('every alarm has a section of its name under Alarms, in their order, and every section there an alarm', () => {
  const alarms = dev
    .all('AWS::CloudWatch::Alarm')
    .map(({ Properties }) => String(Properties.AlarmName).replace(`${dev.name}-`, ''));
  const sections = [...(aboutAlarms.split('\n## ')[0] ?? '').matchAll(/^### (.+)$/gm)].map(
    ([, name]) => name,
  );
  expect(alarms.length).toBeGreaterThan(0);
  expect(sections).toEqual(alarms);
});

test('every output of the stack that the runbook reads is one', () => {
  const outputs = Object.keys(dev.template.toJSON().Outputs);
  const read = new Set([...runbook.matchAll(/\$\(output (\w+)\)/g)].map(([, name]) => name));
  expect([...read].filter((name) => !outputs.includes(name ?? ''))).toEqual([]);
});

test('every queue that the runbook looks for is one', () => {
  const queues = dev.all('AWS::SQS::Queue').map(({ id }) => id);
  const named = [...runbook.matchAll(/\$\(queue (\w+)\)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => queues.filter((id) => id.includes(name)).length !== 1)).toEqual([]);
});

test('every function that the runbook calls is one', () => {
  const functions = dev.all('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName);
  const called = [...runbook.matchAll(/(?:--function-name |FUNCTION=)\$STACK-([\w-]+)/g)].map(
    ([, name]) => name,
  );
  expect(called.length).toBeGreaterThan(0);
  expect(called.filter((name) => !functions.includes(`${dev.name}-${name}`))).toEqual([]);
});

test('every script that the runbook runs is one, and every section it points to is there', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const run = [...runbook.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
  const anchors = [...runbook.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
