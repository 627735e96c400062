// Proves that the console and the portal of a deployed stage work: their secret, their calls of the API, their forms and their assets.
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

interface Sent {
  readonly to: string;
  readonly cookie?: string;
}

/** Sends a form, as a browser does, and returns the new cookie and the path that the redirect leads to. */
async function sendForm(root: string, path: string, fields: Readonly<Record<string, string>>, sent: Sent) {
  const response = await fetch(`${root}${path}`, {
    method: 'POST',
    headers: { origin: new URL(root).origin, cookie: sent.cookie ?? '' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  assert.equal(response.status, 303, await response.text());
  assert.equal(response.headers.get('location'), sent.to);
  return response.headers.getSetCookie()[0] ?? '';
}

/** Returns the cookie of a session that a form has started. */
async function signIn(root: string, path: string, fields: Readonly<Record<string, string>>, to: string) {
  const cookie = await sendForm(root, path, fields, { to });
  assert.match(cookie, /^__Host-(console|portal)=[^;]+;.*HttpOnly/);
  return cookie.split(';')[0] ?? '';
}

async function expectAssets(root: string, page: string): Promise<void> {
  const paths = [...page.matchAll(/\/(?:console|creators)\/assets\/[\w.-]+/g)].map(([path]) => path);
  assert.equal(paths.length, 2, page);
  for (const path of paths) await expectPage(`${root}${path}`, /\{/);
}

/** Opens the overview and a list, and invites a creator. */
async function proveConsole(root: string, { email, password }: Brand): Promise<void> {
  await expectAssets(root, await expectPage(`${root}/console/sign-in`, /type="password"/));
  const cookie = await signIn(root, '/console/sign-in', { email, password }, '/console');
  await expectPage(`${root}/console`, /class="plots"/, cookie);
  const form = await expectPage(`${root}/console/settings/users`, /name="email"/, cookie);
  const [, requestId = ''] = /name="requestId" value="([^"]+)"/.exec(form) ?? [];
  const fields = { requestId, email: 'page-user@brands.test', name: 'Page User', role: 'member' };
  const to = '/console/settings/users?done=userInvited';
  for (const _ of [1, 2]) await sendForm(root, '/console/settings/users', fields, { to, cookie });
  const list = await expectPage(`${root}/console/settings/users`, /page-user@brands\.test/, cookie);
  assert.equal(
    list.split('page-user@brands.test').length,
    2,
    'The form was sent twice, but must invite once',
  );
}

/** Signs a creator in by a link. */
async function provePortal(root: string, { baseUrl }: Deployed, brand: Brand): Promise<string> {
  const api = await apiOf(baseUrl, brand);
  const { slug } = (await api.get('/brand')).data;
  const home = `/creators/${slug}`;
  await expectAssets(root, await expectPage(`${root}${home}/sign-in`, /type="email"/));
  const invitation = { email: 'page-creator@creators.test', name: 'Page Creator' };
  const { id } = (await api.post('/affiliates/invite', invitation)).data;
  const link = new URL((await api.post(`/affiliates/${id}/portal-sessions`, {})).data.url);
  const token = link.searchParams.get('token') ?? '';
  assert.equal(link.pathname.endsWith(`${home}/sign-in`), true, link.href);
  await expectPage(`${root}${home}/sign-in${link.search}`, /name="token"/);
  const cookie = await signIn(root, `${home}/session`, { token }, home);
  await expectPage(`${root}${home}`, /Page Creator/, cookie);
  return home;
}

export async function provePages(deployed: Deployed, brand: Brand): Promise<string> {
  const root = rootOf(deployed);
  await proveConsole(root, brand);
  return `/console and ${await provePortal(root, deployed, brand)}`;
}
