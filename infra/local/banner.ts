import { columns } from '#infra/operator/text.ts';
import { demoAccounts, demoPassword } from './demo/accounts.ts';

const loginCommand = (baseUrl: string, email: string): string =>
  `curl -s ${baseUrl}/auth/brand/login -H 'content-type: application/json' \\
  -d '{"email":"${email}","password":"${demoPassword}"}'`;

/** Returns the text that is printed at startup. Its commands require only curl and sed, and work when pasted unchanged. */
export function banner(baseUrl: string, dataDirectory: string): string {
  const [, admin = ''] = demoAccounts.find(([plan]) => plan === 'growth') ?? [];
  return `
The creator affiliate service is running at ${baseUrl}
Open ${new URL(baseUrl).origin} in a browser to read what it does, and how to use it.
Open ${new URL(baseUrl).origin}/console to sign in as a manager.
Data directory: ${dataDirectory}. Press Ctrl-C to stop.

Demo accounts (password: ${demoPassword})
${columns([['PLAN', 'ADMIN', 'MEMBER', 'API ACCESS'], ...demoAccounts], '  ')}

Log in:
${loginCommand(baseUrl, admin)}

List creators:
TOKEN=$(${loginCommand(baseUrl, admin)} \\
  | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
curl -s '${baseUrl}/affiliates?limit=3' -H "authorization: Bearer $TOKEN"

`;
}
