// Tests the GitHub Actions workflows and the least-privilege roles that they assume.
import { readdirSync, readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { DeliveryStack } from '#infra/delivery/delivery-stack.ts';
import { parseDelivery } from '#infra/delivery/settings.ts';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';

const context = { repository: 'acme/affiliates', stage: 'prod', identityProviderArn: undefined };

describe('the delivery stack', () => {
  const synthesize = (given: Partial<Record<keyof typeof context, string>> = {}): Json =>
    Template.fromStack(
      new DeliveryStack(new App(), 'Delivery', parseDelivery({ ...context, ...given })),
    ).toJSON().Resources;
  const rolesIn = (resources: Json): ReadonlyMap<string, Json> =>
    new Map(
      Object.values<Json>(resources)
        .filter(({ Type }) => Type === 'AWS::IAM::Role')
        .map(({ Properties }) => [Properties.RoleName, Properties]),
    );
  const roles = rolesIn(synthesize());

  test('contains a deploy role and a diff role for its stage', () => {
    expect([...roles.keys()].toSorted()).toEqual([
      'creator-affiliate-prod-deploy',
      'creator-affiliate-prod-diff',
    ]);
  });

  test.each([
    ['creator-affiliate-prod-deploy', 'prod'],
    ['creator-affiliate-prod-diff', 'prod_diff'],
  ])('the role %s can be assumed only by jobs of the GitHub environment %s', (name, environment) => {
    const { Statement } = roles.get(name)?.AssumeRolePolicyDocument ?? {};
    expect(Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithWebIdentity',
        Principal: { Federated: { Ref: expect.stringMatching(/^GitHub/) } },
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': `repo:acme/affiliates:environment:${environment}`,
          },
        },
      },
    ]);
  });

  test('trusts only its own repository, also when GitHub tokens contain owner and repository ids', () => {
    const subjectOf = (repository: string) => {
      const role = rolesIn(synthesize({ repository })).get('creator-affiliate-prod-deploy');
      const [{ Condition }] = role.AssumeRolePolicyDocument.Statement;
      return Condition.StringEquals['token.actions.githubusercontent.com:sub'];
    };
    for (const repository of ['acme/affiliates', 'acme@123456/affiliates@456789'])
      expect(subjectOf(repository)).toBe(`repo:${repository}:environment:prod`);
  });

  test.each([
    ['creator-affiliate-prod-diff', ['lookup']],
    ['creator-affiliate-prod-deploy', ['deploy', 'file-publishing', 'lookup']],
  ])('the role %s may assume only the CDK roles %j', (name, mayAssume) => {
    const [policy, ...others] = roles.get(name)?.Policies ?? [];
    const { Action, Effect, Resource } = policy.PolicyDocument.Statement[0];
    const assumed = JSON.stringify(Resource).match(/(?<=cdk-hnb659fds-)[a-z-]+(?=-role-)/g);
    expect([others, policy.PolicyDocument.Statement.length]).toEqual([[], 1]);
    expect([Effect, Action, assumed?.toSorted()]).toEqual(['Allow', 'sts:AssumeRole', mayAssume]);
  });

  test('the delivery stack is created only in the account and the region of its stage', () => {
    const stage = { ...parseStage('prod'), account: '123456789012', region: 'eu-central-1' };
    const stack = new DeliveryStack(new App(), 'Delivery', { ...parseDelivery(context), stage });
    expect([stack.account, stack.region]).toEqual(['123456789012', 'eu-central-1']);
  });

  test('uses the existing identity provider of the account if there is one', () => {
    const identityProviderArn = 'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com';
    const resources = synthesize({ identityProviderArn });
    expect(Object.values<Json>(resources).map(({ Type }) => Type)).toEqual(Array(2).fill('AWS::IAM::Role'));
    expect(JSON.stringify(rolesIn(resources).get('creator-affiliate-prod-diff'))).toContain(
      identityProviderArn,
    );
  });

  test.each([
    [
      'no repository',
      { repository: undefined },
      'The repository is missing. Pass its name on GitHub, for example: npm run',
    ],
    [
      'a repository without an owner',
      { repository: 'affiliates' },
      '"affiliates" is not a repository: use owner/name',
    ],
    [
      'a repository with only one id',
      { repository: 'acme@1/affiliates' },
      '"acme@1/affiliates" is not a repository: use owner/name, or owner@id/name@id',
    ],
    ['no stage', { stage: undefined }, 'The stage is missing. Pass its name, for example: npm run'],
    ['an invalid stage', { stage: 'dev,prod' }, 'stage: "dev,prod" is not a valid stage name'],
    [
      'an invalid identity provider',
      { identityProviderArn: 'github' },
      '"github" is not the ARN of GitHub\'s identity provider',
    ],
  ])('rejects settings with %s', (_, given, message) => {
    expect(() => parseDelivery({ ...context, ...given })).toThrow(message);
  });
});

describe('the GitHub workflows', () => {
  const files = ['.github/workflows', '.github/actions/prepare'].flatMap((directory) =>
    readdirSync(directory).map((file) => `${directory}/${file}`),
  );
  const workflows = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const all = workflows.map(([, text]) => text).join('\n');
  const matchesOf = (pattern: RegExp): readonly string[] =>
    [...all.matchAll(pattern)].map(([, captured = '']) => captured);

  test('run only npm scripts that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
    const run = matchesOf(/npm run (?:--silent )?([a-z][\w:-]*)/g);
    expect(run.toSorted()).toEqual([
      'check:static',
      'deploy',
      'diff',
      'sbom',
      'smoke',
      'test:all',
      'test:nightly',
    ]);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('pin each third-party action to a commit and name its version in a comment', () => {
    const used = matchesOf(/uses: (?!\.\/)(.+)/g);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used)
      expect(action).toMatch(/^[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('have only permissions to read, to identify a job to AWS, and to report security defects', () => {
    expect(new Set(matchesOf(/^ +([\w-]+): write$/gm))).toEqual(new Set(['id-token', 'security-events']));
    expect(all).not.toContain('write-all');
    for (const [file, text] of workflows.filter(([name]) => name.includes('workflows')))
      expect(text, file).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  test('use only existing files of this repository', () => {
    const used = matchesOf(/uses: \.\/(.+)/g).map((path) =>
      path.endsWith('.yml') ? path : `${path}/action.yml`,
    );
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((path) => !files.includes(path))).toEqual([]);
  });

  /** The text of each job of a workflow. */
  const jobsOf = (workflow: string): ReadonlyMap<string, string> => {
    const [, text = ''] = workflows.find(([file]) => file.endsWith(`/${workflow}.yml`)) ?? [];
    const [, ...parts] = (text.split(/^jobs:$/m)[1] ?? '').split(/^ {2}([\w-]+):$/m);
    const pairs = Array.from({ length: parts.length / 2 }, (_, index) =>
      parts.slice(2 * index, 2 * index + 2),
    );
    return new Map(pairs.map(([job = '', its = '']) => [job, its]));
  };
  /** The first value with this key, as text and without the braces of an expression. */
  const valueIn = (job: string, key: string): string | undefined =>
    new RegExp(`^ +${key}: (.+)$`, 'm').exec(job)?.[1]?.replace(/^\$\{\{ (.+) \}\}$/, '$1');
  const delivery = jobsOf('delivery');

  test('deploy to dev, then to staging, then to prod, after the static check and all suites, and never wait for CodeQL', () => {
    const waits = [...delivery].map(([job, text]) => [job, valueIn(text, 'needs'), valueIn(text, 'stage')]);
    expect(waits).toEqual([
      ['static', undefined, undefined],
      ['suite', undefined, undefined],
      ['dev', '[static, suite]', 'dev'],
      ['staging', 'dev', 'staging'],
      ['prod', 'staging', 'prod'],
      ['by-hand', '[static, suite]', 'inputs.stage'],
    ]);
    for (const stage of ['dev', 'staging', 'prod']) expect(parseStage(stage).name).toBe(stage);
    expect([...jobsOf('codeql').keys(), ...jobsOf('stage').keys()]).toEqual(['analyze', 'diff', 'deploy']);
  });

  test('run each suite of npm run test:all as a job of its own, which ends after an hour', () => {
    const suite = delivery.get('suite') ?? '';
    expect(valueIn(suite, 'suite')).toBe(
      '[tests, browser, openapi, schemathesis, deployment, dynamodb-local]',
    );
    expect(suite).toContain('fail-fast: false');
    expect(suite).toContain('npm run test:all -- "$SUITE"');
    const minutes = ['static', 'suite'].map((job) => valueIn(delivery.get(job) ?? '', 'timeout-minutes'));
    expect(minutes).toEqual(['15', '60']);
  });

  test('skip both checks only in a rollback, which a person starts by hand', () => {
    const conditions = [...delivery].map(([job, text]) => [job, valueIn(text, 'if')]);
    expect(conditions).toEqual([
      ['static', '!inputs.rollback'],
      ['suite', '!inputs.rollback'],
      ['dev', "github.event_name == 'push'"],
      ['staging', undefined],
      ['prod', undefined],
      ['by-hand', "!cancelled() && !failure() && github.event_name == 'workflow_dispatch'"],
    ]);
    const [, text = ''] = workflows.find(([file]) => file.endsWith('/delivery.yml')) ?? [];
    expect(text).toMatch(/\n {6}rollback:\n.+\n {8}type: boolean\n {8}default: false\n/);
    expect(text).toMatch(/\n {6}rollback: \$\{\{ inputs\.rollback \}\}\n/);
    const [, stage = ''] = workflows.find(([file]) => file.endsWith('/stage.yml')) ?? [];
    expect(stage).toMatch(/CANARY: \$\{\{ inputs\.rollback && 'off' \|\| '' \}\}\n/);
  });

  test('never insert expressions into shell scripts', () => {
    const scripts = matchesOf(/run: (.+(?:\n {10,}.+)*)/g);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script) => /\$\{\{/.test(script))).toEqual([]);
  });
});
