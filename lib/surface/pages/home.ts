// Renders the home page: what the service does, the first commands, and where to read on.
import * as z from 'zod';
import type { Page } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { localAddress } from './paths.ts';

/** Only the local stage has demo accounts. */
export const demoAccounts = z.strictObject({
  password: z.string(),
  accounts: z.array(
    z.strictObject({ plan: z.string(), admin: z.string(), member: z.string(), access: z.string() }),
  ),
});

export type DemoAccounts = z.output<typeof demoAccounts>;

const intro = `# Creator affiliate service

With this service, a brand runs a creator program: creators recommend its products, and earn a part of the orders that follow.

1. You **invite creators**. Each one gets a tracking link and, if you like, a discount code.
2. Your shop **records each order** with the discount code, the click or the tracking code that it knows.
3. The service **finds the creator** of the order, explains why, and calculates the commission.
4. After the days in which customers can return the order, the service **approves the commission**.
5. You **create a payout**, pay with your bank, and mark the payout as paid. Later returns reduce the next payout.

Everything is one HTTP API with JSON. [Concepts](/v1/docs/concepts) explains the words.
`;

const send = `-H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json'`;

const logIn = ({
  email,
  password,
}: {
  readonly email: string;
  readonly password: string;
}): string => `API=${localAddress}
TOKEN=$(curl -s $API/auth/brand/login -H 'content-type: application/json' \\
  -d '{"email":"${email}","password":"${password}"}' \\
  | sed -n 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p')
echo "\${TOKEN:-The login has failed.}"`;

const commands = (login: string): string => `## First commands

They need \`curl\` and \`sed\`. Paste them one after the other into the same terminal.

### 1. Log in

\`\`\`sh
${login}
\`\`\`

### 2. Invite a creator

\`\`\`sh
CODE=ada-$(date +%s)
curl -s $API/affiliates/invite ${send} \\
  -d '{"name":"Ada","email":"'$CODE'@example.test","trackingCode":"'$CODE'"}'
\`\`\`

### 3. Record an order

Send \`discountCode\` instead of \`trackingCode\` if the customer used one, or \`clickId\` for a click on a tracking link
([Record an order](/v1/docs/reference-conversions#conversions.create)).

\`\`\`sh
curl -s $API/conversions ${send} \\
  -d '{"orderId":"order-'$CODE'","amount":49.90,"trackingCode":"'$CODE'"}'
\`\`\`

### 4. See the commission

The newest commission is the one of your order. It is \`pending\` until the days for returns have passed.

\`\`\`sh
curl -s "$API/commissions?limit=1" -H "authorization: Bearer $TOKEN"
\`\`\`

Your servers send [an API key](/v1/docs/api-guide#api-keys) instead of a token. The [tour](/v1/docs/api-guide#tour) of the API guide continues with campaigns, refunds and payouts.
`;

const demoLinks = `## Look around

- [Console of a manager](/console/demo-sign-in): signs you in
- [Portal of a creator](/creators/demo-sign-in): signs you in
- [E-mails of this stage](/_mails)
`;

const accountsTable = ({ password, accounts }: DemoAccounts): string => `## Demo accounts

This stage runs on your machine, with demo data. The password of all accounts is \`${password}\`.

| Plan | Admin | Member | API access |
|---|---|---|---|
${accounts.map(({ plan, admin, member, access }) => `| ${plan} | \`${admin}\` | \`${member}\` | ${access} |`).join('\n')}
`;

const more = `## Other ways to use it

- [TypeScript client](/v1/docs/api-guide#typescript-client): \`client.conversions.create({ orderId, amount, trackingCode })\` in Node, Deno, Bun and workers
- Command line: \`npx creator-affiliate-service orders list\`, in the package of the TypeScript client
- [Assistants](/v1/docs/api-guide#assistants): an MCP server, with which an AI assistant answers questions and prepares changes
- [Other languages](/v1/docs/api-guide#other-languages): clients generated from the [OpenAPI document](/v1/openapi.json)

## Read on

- [Concepts](/v1/docs/concepts): how a program works, and the words
- [Connect a shop](/v1/docs/shops): Shopify, Stripe, WooCommerce or another one, in ten minutes
- [API guide](/v1/docs/api-guide): a longer tour, API keys, errors, retries, webhooks, test mode
- Reference: [record an order](/v1/docs/reference-conversions#conversions.create), [all operations](/v1/docs)
- [Events](/v1/docs/events) and [webhooks](/v1/docs/reference-webhook-events): what your server can follow
- [Error codes](/v1/docs/errors) and [limits](/v1/docs/limits)
- [Status of the service](/v1/health)
`;

export function homePage(demo: DemoAccounts | undefined): Page {
  const [first] = demo?.accounts.filter(({ access }) => access === 'yes') ?? [];
  const login = logIn({
    email: first?.admin ?? 'you@example.com',
    password: demo?.password ?? 'your password',
  });
  const text = `${intro}\n${demo === undefined ? '' : demoLinks}\n${commands(login)}\n${demo === undefined ? '' : accountsTable(demo)}\n${more}`;
  return { path: '/', title: 'Home', group: 'Start', render: () => renderMarkdown(text) };
}
