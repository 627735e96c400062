import { columns } from '#infra/operator/text.ts';
import { demoAccounts, demoPassword } from './demo/accounts.ts';
import { demoAddress } from './demo/sign-in.ts';

const loginCommand = (baseUrl: string, email: string): string =>
  `curl -s ${baseUrl}/auth/brand/login -H 'content-type: application/json' \\
  -d '{"email":"${email}","password":"${demoPassword}"}'`;

/** Returns the text that is printed at startup. Its commands require only curl and sed, and work when pasted unchanged. */
export function banner(baseUrl: string, dataDirectory: string): string {
  const [, admin = ''] = demoAccounts.find(([plan]) => plan === 'growth') ?? [];
  const { origin } = new URL(baseUrl);
  return `
The creator affiliate service is running at ${baseUrl}
Open ${origin} in a browser to read what it does, and how to use it.
Open ${demoAddress(origin, 'console')} to see the console as a manager (?as=growth or ?as=scale for another brand).
Open ${demoAddress(origin, 'portal')} to see the portal as a creator.
Its e-mails: ${new URL('/_mails', baseUrl).href}
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
