// Prepares a demo brand with creators for the load test.
import type { Json } from '#test/support/json.ts';
import type { Traffic } from './traffic.ts';

const creators = 40;

async function request(
  baseUrl: string,
  path: string,
  token: string | undefined,
  body?: object,
): Promise<Json> {
  const answer = await fetch(`${baseUrl}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
  const json: Json = await answer.json();
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

export async function newAccount(baseUrl: string): Promise<Traffic> {
  const credentials = { email: 'admin@scale.test', password: 'local-demo-password' };
  const { accessToken: token } = (await request(baseUrl, '/auth/brand/login', undefined, credentials)).data;
  const codes: string[] = [];
  for (let made = 0; made < creators; made += 1) {
    const { data } = await request(baseUrl, '/affiliates/invite', token, {
      email: `load-${made}@creators.test`,
    });
    codes.push(data.trackingCode);
  }
  return { baseUrl, token, codes };
}

/** The statistics of the brand for the last 300 days: counted clicks, unique clicks, and filtered clicks by reason. */
export async function statisticsOf({ baseUrl, token }: Traffic): Promise<Readonly<Record<string, number>>> {
  const to = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  const { data } = await request(baseUrl, `/tracking/clicks?from=${from}&to=${to}`, token);
  return { clicks: data.clicks, uniqueClicks: data.uniqueClicks, ...data.filtered };
}
