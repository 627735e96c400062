// Solves the challenges of logins with the script that the API guide gives to clients.
import { readFileSync } from 'node:fs';
import type { Challenge } from '#lib/access/auth/rules/login-challenges.ts';
import { logIn } from './accounts.ts';
import type { Answer } from './service.ts';

const guide = readFileSync(new URL('../../docs/api-guide.md', import.meta.url), 'utf8');
const [, script = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
const { solve }: { solve: (challenge: Challenge) => string } = await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
);

/** Returns the field `challenge` of a login. */
export const solved = (challenge: Challenge) => ({ token: challenge.token, solution: solve(challenge) });

type Credentials = Parameters<typeof logIn>[0];

/** Logs in like the owner of an account: solves challenges until the password is checked. */
export async function logInWithWork(account: Credentials, sourceIp: string): Promise<Answer> {
  let answer = await logIn(account, { sourceIp });
  while (answer.json?.code === 'login_challenge')
    answer = await logIn({ ...account, challenge: solved(answer.json.challenge) }, { sourceIp });
  return answer;
}
