// The first deployment of the stage, and its first brand.
import { createSampleData } from '../brand.ts';
import type { Scenario } from '../rehearsal.ts';

export const firstDeployment: Scenario = {
  title: 'The first deployment',
  steps: [
    { block: 'First deployment, step 2', shows: [/added \d+ packages/, /Environment .* bootstrapped/] },
    {
      block: 'First deployment, step 2, block 2',
      shows: [
        /✓ AWS CLI/,
        /✓ jq/,
        /✓ credentials of the account 000000000000/,
        /✓ bootstrap of CDK/,
        /✗ Lambda: 1000 concurrent executions: the account allows \d+: request more/,
      ],
      fails: {
        'npm run preflight': {
          because: 'The emulator has no Service Quotas, and few concurrent executions',
          error: /✗ API Gateway: \d+ requests per second: .*ListServiceQuotas/,
        },
      },
    },
    {
      block: 'First deployment, step 3',
      shows: [/✅ +creator-affiliate-prod/, /passed the smoke test/],
      saves: {
        apiUrl: /ApiUrl = (\S+)/,
        table: /TableName = (\S+)/,
        logGroup: /\.LogGroupName = (\S+)/,
      },
    },
    {
      does: 'an administrator creates the role of the operators',
      work: async ({ tools }) => {
        const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [] });
        await tools.aws('iam', 'create_role', { RoleName: 'operators', AssumeRolePolicyDocument });
      },
    },
    {
      block: 'First deployment, step 4',
      replace: { '<role of the operators>': 'operators' },
      shows: [],
    },
    {
      block: 'First deployment, step 4, block 2',
      shows: [/Created Acme/],
      saves: { brand: /(brd_\w+)/, admin: /admin +(\S+)/, password: /^ *password +(\S+)/m },
    },
    { does: 'the brand invites a creator, records orders and prepares a payout', work: createSampleData },
  ],
};
