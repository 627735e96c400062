// What the load is put on: a demo brand of the stage, with creators of its own.
import type { Json } from '#test/support/json.ts';
import type { Traffic } from './traffic.ts';

const creators = 40;

async function ask(baseUrl: string, path: string, token: string | undefined, body?: object): Promise<Json> {
  const answer = await fetch(`${baseUrl}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  const json: Json = await answer.json();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

/** Logs in, and invites the creators whose links are followed. */
export async function newAccount(baseUrl: string): Promise<Traffic> {
  const credentials = { email: 'admin@scale.test', password: 'local-demo-password' };
  const { accessToken: token } = (await ask(baseUrl, '/auth/brand/login', undefined, credentials)).data;
  const codes: string[] = [];
  for (let made = 0; made < creators; made += 1) {
    const { data } = await ask(baseUrl, '/affiliates/invite', token, { email: `load-${made}@creators.test` });
    codes.push(data.trackingCode);
  }
  return { baseUrl, token, codes };
}

/** All that the statistics count of the brand in a year: clicks that count, and those that do not, by reason. */
export async function statisticsOf({ baseUrl, token }: Traffic): Promise<Readonly<Record<string, number>>> {
  const to = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  const { data } = await ask(baseUrl, `/tracking/clicks?from=${from}&to=${to}`, token);
  return { clicks: data.clicks, uniqueClicks: data.uniqueClicks, ...data.filtered };
}
