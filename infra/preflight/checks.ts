// Checks what a deployment of a stage needs from the machine, the account and its region. Each check returns a problem and what to do.
import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import { type Backup, vaultOf } from '#infra/backup.ts';
import type { Domain } from '#infra/domain.ts';
import { edgeRegion } from '#infra/edge.ts';
import { addressIn } from '#infra/email-sender.ts';
import { requireOwnAccount, type Stage } from '#infra/stage.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Calls the AWS CLI with `--output json`. Throws an error with its message if it fails. */
export type Aws = (args: readonly string[], region?: string) => Promise<Answer>;

export interface Check {
  readonly name: string;
  /** Only the deployment shows whether the problem exists. */
  readonly isHint?: true;
  /** Returns what is wrong, what to do, and how long AWS takes, or nothing. */
  readonly problem: () => Promise<string | undefined>;
}

interface Tool {
  readonly name: string;
  /** Major and minor version. */
  readonly oldest: readonly [number, number];
  readonly pattern: RegExp;
  readonly advice: string;
}

const tools = {
  aws: {
    name: 'AWS CLI',
    oldest: [2, 15],
    pattern: /aws-cli\/(\d+)\.(\d+)/,
    advice: 'its restore command is incomplete: install a newer one',
  },
  jq: {
    name: 'jq',
    oldest: [1, 6],
    pattern: /jq-(\d+)\.(\d+)/,
    advice: 'the commands of the runbook need a newer one',
  },
} as const satisfies Record<string, Tool>;

/** The programs that the runbook needs. */
export const toolNames = ['aws', 'jq'] as const satisfies readonly (keyof typeof tools)[];

/** `version` returns what the program prints with `--version`. */
export function toolCheck(program: keyof typeof tools, version: (program: string) => Promise<string>): Check {
  const { name, oldest, pattern, advice }: Tool = tools[program];
  return {
    name: `${name} ${oldest.join('.')} or later`,
    problem: async () => {
      const [, major = '0', minor = '0'] = pattern.exec(await version(program)) ?? [];
      const isNew = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
      return isNew ? undefined : `the version is ${major}.${minor}, ${advice}`;
    },
  };
}

const accountCheck = ({ name, account }: Stage, aws: Aws): Check => ({
  name: account === undefined ? 'credentials' : `credentials of the account ${account}`,
  problem: async () => {
    const { Account } = await aws(['sts', 'get-caller-identity']);
    if (account === undefined) requireOwnAccount(name, String(Account));
    if (account === undefined || Account === account) return undefined;
    return `they belong to the account ${Account}: set AWS_PROFILE to a profile of ${account}`;
  },
});

/** The oldest bootstrap whose roles allow `cdk rollback`. */
const oldestBootstrap = 23;

const bootstrapCheck = (stage: Stage, aws: Aws, region: string | undefined): Check => {
  const place = region === undefined ? '' : ` aws://${stage.account}/${region}`;
  return {
    name: `bootstrap of CDK${region === undefined ? '' : ` in ${region}`}`,
    problem: async () => {
      const name = `/cdk-bootstrap/${DefaultStackSynthesizer.DEFAULT_QUALIFIER}/version`;
      const command = `npx cdk bootstrap${place} -c stage=${stage.name}`;
      const found = await aws(['ssm', 'get-parameter', '--name', name], region).catch((error: unknown) => {
        if (String(error).includes('ParameterNotFound')) return undefined;
        throw error;
      });
      if (found === undefined) return `it is missing: run ${command}`;
      const { Value: version } = Object(found.Parameter);
      return Number(version) >= oldestBootstrap
        ? undefined
        : `its version is ${version}, and \`cdk rollback\` needs ${oldestBootstrap}: run ${command}`;
    },
  };
};

/** A stage that keeps its data serves brands. */
const neededExecutions = ({ keepsData }: Stage): number => (keepsData ? 1000 : 50);

const lambdaCheck = (stage: Stage, aws: Aws): Check => ({
  name: `Lambda: ${neededExecutions(stage)} concurrent executions`,
  problem: async () => {
    const { AccountLimit } = await aws(['lambda', 'get-account-settings'], stage.region);
    const { ConcurrentExecutions: allowed } = Object(AccountLimit);
    if (Number(allowed) >= neededExecutions(stage)) return undefined;
    return `the account allows ${allowed}: request more in Service Quotas → Lambda → "Concurrent executions" (takes hours to days)`;
  },
});

const gatewayCheck = (stage: Stage, aws: Aws): Check => {
  const { high, standard } = stage.throttles;
  const needed = high.ratePerSecond + standard.ratePerSecond;
  return {
    name: `API Gateway: ${needed} requests per second`,
    problem: async () => {
      const { Quotas } = await aws(
        ['service-quotas', 'list-service-quotas', '--service-code', 'apigateway'],
        stage.region,
      );
      const quotas: readonly Answer[] = Array.isArray(Quotas) ? Quotas : [];
      const allowed = quotas.find(({ QuotaName }) => QuotaName === 'Throttle rate')?.Value;
      if (Number(allowed) >= needed) return undefined;
      return `the account allows ${allowed}: request more in Service Quotas → API Gateway → "Throttle rate" (takes days)`;
    },
  };
};

const covers = (name: string, certified: string): boolean =>
  certified === name || (certified.startsWith('*.') && name.slice(name.indexOf('.')) === certified.slice(1));

const certificateCheck = (name: string, arn: string, aws: Aws): Check => {
  const region = arn.split(':')[3] ?? '';
  return {
    name: `certificate of ${name} in ${region}`,
    problem: async () => {
      const { Certificate } = await aws(['acm', 'describe-certificate', '--certificate-arn', arn], region);
      const { Status, DomainName, SubjectAlternativeNames = [] } = Object(Certificate);
      if (Status !== 'ISSUED')
        return `its status is ${Status}: create the DNS records that ACM shows (takes up to an hour)`;
      const names: readonly string[] = [DomainName, ...SubjectAlternativeNames];
      return names.some((certified) => covers(name, certified))
        ? undefined
        : `it is for ${names.join(', ')}: use a certificate for ${name}`;
    },
  };
};

const zoneCheck = ({ id, name }: NonNullable<Domain['hostedZone']>, aws: Aws): Check => ({
  name: `hosted zone ${name}`,
  problem: async () => {
    const { HostedZone } = await aws(['route53', 'get-hosted-zone', '--id', id]);
    const { Name } = Object(HostedZone);
    return Name === `${name}.`
      ? undefined
      : `${id} is the zone of ${Name}: correct hostedZone in infra/stage.ts`;
  },
});

const domainChecks = ({ domain, edge }: Stage, aws: Aws): readonly Check[] => {
  if (domain === undefined) return [];
  return [
    certificateCheck(domain.name, domain.certificateArn, aws),
    ...(edge?.certificateArn === undefined ? [] : [certificateCheck(domain.name, edge.certificateArn, aws)]),
    ...(domain.hostedZone === undefined ? [] : [zoneCheck(domain.hostedZone, aws)]),
  ];
};

const linkDomainChecks = ({ edge }: Stage, aws: Aws): readonly Check[] => {
  const { prefixes = {}, certificateArn = '' } = edge?.links ?? {};
  return Object.keys(prefixes).map((name) => certificateCheck(name, certificateArn, aws));
};

const emailChecks = ({ email, region }: Stage, aws: Aws): readonly Check[] => {
  if (email === undefined) return [];
  const identity: Check = {
    name: `sender ${addressIn(email.from)} in Amazon SES`,
    problem: async () => {
      const name = ['--email-identity', email.identity];
      const { VerifiedForSendingStatus, DkimAttributes } = await aws(
        ['sesv2', 'get-email-identity', ...name],
        region,
      );
      const { Status } = Object(DkimAttributes);
      const advice = 'create the DNS records that SES shows (takes up to 72 hours)';
      if (VerifiedForSendingStatus !== true)
        return `${email.identity} is not verified in this region: ${advice}`;
      return Status === 'SUCCESS' ? undefined : `the status of its DKIM is ${Status}: ${advice}`;
    },
  };
  const sandbox: Check = {
    name: 'Amazon SES outside of its sandbox',
    problem: async () => {
      const { ProductionAccessEnabled } = await aws(['sesv2', 'get-account'], region);
      return ProductionAccessEnabled === true
        ? undefined
        : 'it sends only to verified addresses: request production access (takes about a day)';
    },
  };
  return [identity, sandbox];
};

const cloudFrontCheck = (aws: Aws): Check => ({
  name: 'CloudFront in a verified account',
  isHint: true,
  problem: async () => {
    const { DistributionList } = await aws(['cloudfront', 'list-distributions', '--no-paginate']);
    if (Object(DistributionList).Quantity > 0) return undefined;
    return (
      'AWS may refuse the first distribution of an account: deploy without `edge` first, then add it. ' +
      'If AWS refuses it, open a support case (takes days)'
    );
  },
});

const vaultCheck = ({ copyTo }: Backup, aws: Aws, region: string | undefined): Check => ({
  name: `vault ${vaultOf(copyTo).name} in the account ${vaultOf(copyTo).account}`,
  isHint: true,
  problem: async () => {
    const completed = ['--by-destination-vault-arn', copyTo, '--by-state', 'COMPLETED', '--max-results', '1'];
    const { CopyJobs } = await aws(['backup', 'list-copy-jobs', ...completed], region);
    if (Array.isArray(CopyJobs) && CopyJobs.length > 0) return undefined;
    return 'no copy has reached it, and this account cannot see whether it exists: create it before you deploy `backup`';
  },
});

export const checksOf = (stage: Stage, aws: Aws): readonly Check[] => [
  accountCheck(stage, aws),
  bootstrapCheck(stage, aws, stage.region),
  ...(stage.edge === undefined || stage.region === edgeRegion
    ? []
    : [bootstrapCheck(stage, aws, edgeRegion)]),
  lambdaCheck(stage, aws),
  gatewayCheck(stage, aws),
  ...domainChecks(stage, aws),
  ...linkDomainChecks(stage, aws),
  ...emailChecks(stage, aws),
  ...(stage.edge === undefined ? [] : [cloudFrontCheck(aws)]),
  ...(stage.backup === undefined ? [] : [vaultCheck(stage.backup, aws, stage.region)]),
];

export interface Finding extends Pick<Check, 'name' | 'isHint'> {
  readonly problem: string | undefined;
}

/** Runs all checks, so that one run shows all problems. */
export const findingsOf = (checks: readonly Check[]): Promise<readonly Finding[]> =>
  Promise.all(
    checks.map(async (check) => ({
      ...check,
      problem: await check
        .problem()
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
    })),
  );

/** A line begins with ✗ if the deployment would fail, and with ! if it could. */
export const linesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ name, isHint, problem }) =>
    problem === undefined ? `✓ ${name}` : `${isHint ? '!' : '✗'} ${name}: ${problem}`,
  );
