// Proves that the console and the portal of a deployed stage work: their secret, their calls of the API, and their assets.
import assert from 'node:assert/strict';
import { apiOf } from './api.ts';
import type { Brand, Deployed } from './deployment.ts';

/** The pages link to each other below the root of the host, but the emulator serves an API below a path. */
const rootOf = ({ baseUrl }: Deployed): string => baseUrl.replace(/\/v1$/, '');

async function expectPage(url: string, content: RegExp, cookie = ''): Promise<string> {
  const response = await fetch(url, { headers: { cookie } });
  const text = await response.text();
  assert.equal(response.status, 200, `${url} returned ${response.status} ${text}`);
  assert.match(text, content);
  return text;
}

/** Signs in with the form, as a browser does, and returns the cookie of the session. */
async function signIn(root: string, { email, password }: Brand): Promise<string> {
  const response = await fetch(`${root}/console/sign-in`, {
    method: 'POST',
    headers: { origin: new URL(root).origin },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const [cookie = ''] = response.headers.getSetCookie();
  assert.equal(response.status, 303, await response.text());
  assert.match(cookie, /^__Host-console=[^;]+;.*HttpOnly/);
  return cookie.split(';')[0] ?? '';
}

export async function provePages(deployed: Deployed, brand: Brand): Promise<string> {
  const root = rootOf(deployed);
  const page = await expectPage(`${root}/console/sign-in`, /type="password"/);
  const [style = ''] = /\/console\/assets\/style-\w+\.css/.exec(page) ?? [];
  await expectPage(`${root}${style}`, /\{/);
  await expectPage(`${root}/console/creators`, /sign-out/, await signIn(root, brand));
  const { data } = await (await apiOf(deployed.baseUrl, brand)).get('/brand');
  await expectPage(`${root}/creators/${data.slug}/sign-in`, /type="email"/);
  return `/console and /creators/${data.slug}`;
}
