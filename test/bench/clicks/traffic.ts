// Generates deterministic mixed traffic: people, bots, servers of brands, and readers of the statistics.
import { createHash } from 'node:crypto';

export interface Outcome {
  readonly kind: Kind;
  readonly milliseconds: number;
  readonly status: number;
}

/** Percentage of each kind of request. */
const shares = { follow: 62, repeat: 8, bot: 10, head: 5, report: 10, statistics: 5 } as const;
export type Kind = keyof typeof shares;
export const kinds = Object.keys(shares) as readonly Kind[];

const acknowledging: Readonly<Partial<Record<Kind, readonly number[]>>> = {
  follow: [302],
  repeat: [302],
  bot: [302],
  head: [302],
  report: [200, 201],
};

export const isAcknowledged = ({ kind, status }: Outcome): boolean =>
  acknowledging[kind]?.includes(status) ?? false;

export const isFailed = (outcome: Outcome): boolean =>
  outcome.kind === 'statistics' ? outcome.status !== 200 : !isAcknowledged(outcome);

export interface Traffic {
  readonly baseUrl: string;
  readonly token: string;
  readonly codes: readonly string[];
}

/** Derives a reproducible random number from the number of the request. */
const randomNumber = (number: number, of: string, below: number): number =>
  createHash('sha256').update(`${of} ${number}`).digest().readUInt32BE() % below;

function kindOf(number: number): Kind {
  let left = randomNumber(number, 'kind', 100);
  for (const kind of kinds) {
    left -= shares[kind];
    if (left < 0) return kind;
  }
  return 'follow';
}

const people = 20_000;
const browserOf = (visitor: number): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram ${visitor}`;
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const repeatVisitors = 5;

function requestOf(number: number, kind: Kind, { baseUrl, token, codes }: Traffic): Request {
  const code = codes[randomNumber(number, 'code', codes.length)] ?? '';
  const link = `${baseUrl}/tracking/ref/${code}`;
  const authorization = `Bearer ${token}`;
  const visitor = randomNumber(number, 'visitor', people);
  switch (kind) {
    case 'follow':
      return new Request(link, { headers: { 'user-agent': browserOf(visitor) } });
    case 'repeat':
      return new Request(`${baseUrl}/tracking/ref/${codes[0]}`, {
        headers: { 'user-agent': browserOf(people + (visitor % repeatVisitors)) },
      });
    case 'bot':
      return new Request(link, { headers: { 'user-agent': crawler } });
    case 'head':
      return new Request(link, { method: 'HEAD', headers: { 'user-agent': browserOf(visitor) } });
    case 'report':
      return new Request(link, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ visitorId: `visitor-${visitor}`, country: 'DE' }),
      });
    case 'statistics':
      return new Request(`${baseUrl}/tracking/clicks`, { headers: { authorization } });
  }
}

export async function send(number: number, traffic: Traffic): Promise<Outcome> {
  const kind = kindOf(number);
  const request = requestOf(number, kind, traffic);
  const startedAt = performance.now();
  const answer = await fetch(request, { redirect: 'manual' });
  await answer.arrayBuffer();
  return { kind, milliseconds: performance.now() - startedAt, status: answer.status };
}
