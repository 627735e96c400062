// Tests the checks before the first deployment of a stage against answers of the AWS CLI.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Aws, checksOf, findingsOf, linesOf, toolCheck } from '#infra/preflight/checks.ts';
import { parseStage, type Stage, stageOf } from '#infra/stage.ts';
import {
  exampleAccount,
  exampleBackup,
  exampleDomain,
  exampleEdge,
  exampleSender,
} from '#test/support/stages.ts';

const certificateArn = exampleDomain.certificateArn.replace('eu-central-1', 'us-east-1');
const prod = stageOf('prod', {
  ...parseStage('prod'),
  ...exampleAccount,
  domain: exampleDomain,
  edge: { ...exampleEdge, certificateArn },
  email: exampleSender,
  backup: exampleBackup,
});

const good: Readonly<Record<string, object>> = {
  'sts get-caller-identity': { Account: '123456789012' },
  'ssm get-parameter': { Parameter: { Value: '30' } },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'service-quotas list-service-quotas': { Quotas: [{ QuotaName: 'Throttle rate', Value: 10_000 }] },
  'acm describe-certificate': { Certificate: { Status: 'ISSUED', DomainName: '*.example.com' } },
  'route53 get-hosted-zone': { HostedZone: { Name: 'example.com.' } },
  'sesv2 get-email-identity': { VerifiedForSendingStatus: true, DkimAttributes: { Status: 'SUCCESS' } },
  'sesv2 get-account': { ProductionAccessEnabled: true },
  'cloudfront list-distributions': { DistributionList: { Quantity: 1 } },
  'backup list-copy-jobs': { CopyJobs: [{}] },
};

type Answers = Readonly<Record<string, object | Error>>;

/** Answers like the CLI, and remembers the regions of the calls. */
function awsWith(changed: Answers = {}) {
  const regions = new Map<string, (string | undefined)[]>();
  const aws: Aws = async (args, region) => {
    const name = args.slice(0, 2).join(' ');
    regions.set(name, [...(regions.get(name) ?? []), region]);
    const answer = changed[name] ?? good[name];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error(`${name} is unknown`);
    return { ...answer };
  };
  return { aws, regions };
}

const problemsOf = async (stage: Stage, changed: Answers = {}): Promise<readonly string[]> => {
  const findings = await findingsOf(checksOf(stage, awsWith(changed).aws));
  return findings.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`]));
};

describe('the checks before a deployment', () => {
  test('the checks find no problem in an account that is ready', async () => {
    expect(await problemsOf(prod)).toEqual([]);
    expect(await findingsOf(checksOf(prod, awsWith().aws))).toHaveLength(12);
  });

  test('nobody can know before a deployment whether AWS accepts the first distribution and the first copy, so these are hints', async () => {
    const none = {
      'cloudfront list-distributions': {},
      'backup list-copy-jobs': {},
      'sesv2 get-account': {},
    };
    const lines = linesOf(await findingsOf(checksOf(prod, awsWith(none).aws)));
    const beginnings = lines.map((line) => line.split(':')[0]).filter((line) => !line?.startsWith('✓'));
    expect(beginnings).toEqual([
      '✗ Amazon SES outside of its sandbox',
      '! CloudFront in a verified account',
      '! vault copies in the account 210987654321',
    ]);
    const { edge: _, backup: __, ...plain } = prod;
    const names = checksOf(plain, awsWith().aws).map(({ name }) => name);
    expect(names.filter((name) => /CloudFront|vault/.test(name))).toEqual([]);
  });

  const limits = (bootstrap: number, executions: number, rate: number): Answers => ({
    'ssm get-parameter': { Parameter: { Value: String(bootstrap) } },
    'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: executions } },
    'service-quotas list-service-quotas': {
      Quotas: [
        { QuotaName: 'Throttle burst rate', Value: 100 },
        { QuotaName: 'Throttle rate', Value: rate },
      ],
    },
  });

  test.each([
    ['prod', prod, [23, 1000, 10_000]],
    ['dev', parseStage('dev'), [23, 50, 250]],
  ] as const)(
    'the checks of %s accept exactly the smallest bootstrap and quotas, and report each that is one below',
    async (_, stage, [bootstrap, executions, rate]) => {
      expect(await problemsOf(stage, limits(bootstrap, executions, rate))).toEqual([]);
      const below = await problemsOf(stage, limits(bootstrap - 1, executions - 1, rate - 1));
      const reported = ['bootstrap of CDK', 'Lambda', 'API Gateway'].map((name) =>
        below.some((problem) => problem.startsWith(name)),
      );
      expect(reported).toEqual([true, true, true]);
    },
  );

  test('a certificate may have the name of the stage as an alternative, but not only the name of the domain above', async () => {
    const certificateFor = (...names: readonly string[]) => ({
      'acm describe-certificate': {
        Certificate: { Status: 'ISSUED', DomainName: 'example.com', SubjectAlternativeNames: names },
      },
    });
    expect(await problemsOf(prod, certificateFor('example.com', 'api.example.com'))).toEqual([]);
    for (const name of ['example.com', '*.api.example.com', 'xapi.example.com'])
      expect(await problemsOf(prod, certificateFor(name)), name).toHaveLength(2);
  });

  test('the certificate of the domains of links must cover each of them', async () => {
    const links = { certificateArn, prefixes: { 'go.example.com': 'acme', 'go.acme.com': 'globex' } };
    const stage = { ...prod, edge: { ...exampleEdge, certificateArn, links } };
    expect(await problemsOf(stage)).toEqual([
      expect.stringMatching(/^certificate of go\.acme\.com in us-east-1: /),
    ]);
  });

  test('the checks look for one bootstrap if the stage is in the region of CloudFront', async () => {
    const { aws, regions } = awsWith();
    await findingsOf(checksOf({ ...prod, region: 'us-east-1' }, aws));
    expect(regions.get('ssm get-parameter')).toEqual(['us-east-1']);
  });

  test('the checks ask in the region of the stage, and in us-east-1 for CloudFront', async () => {
    const { aws, regions } = awsWith();
    await findingsOf(checksOf(prod, aws));
    expect(regions.get('ssm get-parameter')?.toSorted()).toEqual(['eu-central-1', 'us-east-1']);
    expect(regions.get('acm describe-certificate')?.toSorted()).toEqual(['eu-central-1', 'us-east-1']);
    expect(regions.get('lambda get-account-settings')).toEqual(['eu-central-1']);
  });

  test.each<[string, Answers, RegExp]>([
    [
      'credentials of another account',
      { 'sts get-caller-identity': { Account: '999999999999' } },
      /^credentials of the account 123456789012: they belong to the account 999999999999: set AWS_PROFILE/,
    ],
    [
      'no credentials',
      { 'sts get-caller-identity': new Error('Unable to locate credentials') },
      /^credentials of the account 123456789012: Unable to locate credentials$/,
    ],
    [
      'a missing bootstrap',
      { 'ssm get-parameter': new Error('ParameterNotFound') },
      /^bootstrap of CDK in eu-central-1: it is missing: run npx cdk bootstrap aws:\/\/123456789012\/eu-central-1 -c stage=prod$/,
    ],
    [
      'an old bootstrap',
      { 'ssm get-parameter': { Parameter: { Value: '22' } } },
      /^bootstrap of CDK in eu-central-1: its version is 22, and `cdk rollback` needs 23: run npx cdk bootstrap aws/,
    ],
    [
      'a bootstrap that it may not read',
      {
        'ssm get-parameter': new Error('An error occurred (AccessDeniedException) when calling GetParameter'),
      },
      /^bootstrap of CDK in eu-central-1: An error occurred \(AccessDeniedException\)/,
    ],
    [
      'the quota of a new account',
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 10 } } },
      /^Lambda: 1000 concurrent executions: the account allows 10: request more .*\(takes hours to days\)$/,
    ],
    [
      'a low throttle of the account',
      { 'service-quotas list-service-quotas': { Quotas: [{ QuotaName: 'Throttle rate', Value: 2500 }] } },
      /^API Gateway: 10000 requests per second: the account allows 2500: request more .*\(takes days\)$/,
    ],
    [
      'a certificate that is not issued',
      {
        'acm describe-certificate': {
          Certificate: { Status: 'PENDING_VALIDATION', DomainName: 'api.example.com' },
        },
      },
      /^certificate of api\.example\.com in eu-central-1: its status is PENDING_VALIDATION: create the DNS records/,
    ],
    [
      'a certificate for another name',
      {
        'acm describe-certificate': { Certificate: { Status: 'ISSUED', DomainName: '*.other.example.com' } },
      },
      /^certificate of api\.example\.com in eu-central-1: it is for \*\.other\.example\.com: use a certificate for/,
    ],
    [
      'the hosted zone of another domain',
      { 'route53 get-hosted-zone': { HostedZone: { Name: 'example.org.' } } },
      /^hosted zone example\.com: Z0123456789ABC is the zone of example\.org\.: correct hostedZone/,
    ],
    [
      'a sender that is not verified',
      { 'sesv2 get-email-identity': { VerifiedForSendingStatus: false } },
      /^sender no-reply@mail\.example\.com in Amazon SES: mail\.example\.com is not verified .*\(takes up to 72 hours\)$/,
    ],
    [
      'a sender without DKIM',
      {
        'sesv2 get-email-identity': { VerifiedForSendingStatus: true, DkimAttributes: { Status: 'PENDING' } },
      },
      /^sender no-reply@mail\.example\.com in Amazon SES: the status of its DKIM is PENDING: create the DNS records/,
    ],
    [
      'the sandbox of SES',
      { 'sesv2 get-account': { ProductionAccessEnabled: false } },
      /^Amazon SES outside of its sandbox: it sends only to verified addresses: .*\(takes about a day\)$/,
    ],
    [
      'an account without a distribution',
      { 'cloudfront list-distributions': { DistributionList: { Quantity: 0 } } },
      /^CloudFront in a verified account: AWS may refuse .*: deploy without `edge` first/,
    ],
    [
      'a vault without copies',
      { 'backup list-copy-jobs': { CopyJobs: [] } },
      /^vault copies in the account 210987654321: no copy has reached it.*: create it before you deploy `backup`$/,
    ],
  ])('the checks report %s, and what to do', async (_, changed, message) => {
    const [problem] = await problemsOf(prod, changed);
    expect(problem).toMatch(message);
  });

  test.each([
    ['aws-cli/2.9.19 Python/3.9', 'the version is 2.9'],
    ['aws-cli/2.14.6 Python/3.11', 'the version is 2.14'],
    ['aws-cli/1.44.0 Python/3.12', 'the version is 1.44'],
    ['aws-cli/2.15.0 Python/3.11', undefined],
    ['aws-cli/3.0.1 Python/3.14', undefined],
  ])('the version %s is accepted only if its commands are complete', async (version, problem) => {
    const found = await toolCheck('aws', async () => version).problem();
    expect(found?.slice(0, problem?.length)).toBe(problem);
  });

  test.each([
    ['jq-1.5', 'the version is 1.5, the commands of the runbook need a newer one'],
    ['jq-1.6', undefined],
    ['jq-1.7.1', undefined],
    ['no version', 'the version is 0.0, the commands of the runbook need a newer one'],
  ])('the version %s of jq is accepted from 1.6', async (version, problem) => {
    expect(await toolCheck('jq', async () => version).problem()).toBe(problem);
  });
});

describe('`npm run preflight`', () => {
  const run = promisify(execFile);
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  writeFileSync(
    join(folder, 'aws'),
    '#!/bin/sh\necho "aws-cli/2.30.0"\n[ "$1" = --version ] || { echo "Unable to locate credentials" >&2; exit 255; }\n',
  );
  writeFileSync(join(folder, 'jq'), '#!/bin/sh\necho jq-1.7.1\n');
  for (const program of ['aws', 'jq']) chmodSync(join(folder, program), 0o755);
  const preflight = (stage: string, path = `${folder}:/bin:/usr/bin`) =>
    run(process.execPath, ['infra/preflight/main.ts', '-c', `stage=${stage}`], { env: { PATH: path } });

  test('`npm run preflight` prints a line for each check, and fails with the reasons of the CLI', async () => {
    await expect(preflight('dev')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^✓ AWS CLI 2\.15 or later\n✓ jq 1\.6 or later\n✗ credentials: Unable to locate credentials\n/,
      ),
    });
  });

  test('`npm run preflight` says that the CLI is missing, and that a stage needs an account', async () => {
    await expect(preflight('dev', '/nowhere')).rejects.toMatchObject({
      stdout: expect.stringMatching(
        /the program `aws` is missing: install it[\s\S]*the program `jq` is missing/,
      ),
    });
    await expect(preflight('prod')).rejects.toMatchObject({
      stderr: expect.stringContaining('infra/stage.ts, prod: Set `account` and `region`'),
    });
  });
});
