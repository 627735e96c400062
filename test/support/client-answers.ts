// Exports a `fetch` for the TypeScript client that gives prepared answers, and records what it was asked.
import { type ClientOptions, createClient } from '#lib/client/index.ts';

export interface SentRequest {
  readonly method: string;
  /** The path begins below the version, and contains the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

type Answer = Response | Error;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(status, { statusCode: status, message: `The code is ${code}`, error: 'Error', code }, headers);

/** Creates a client whose requests are answered in turn, or by a function. Its pauses before retries end at once. */
export function clientWith(
  answers: Answer[] | ((request: SentRequest) => Answer | Promise<Answer>),
  options: Partial<ClientOptions> = {},
) {
  const requests: SentRequest[] = [];
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.test/v1/',
    apiKey: 'sk_live_1',
    fetch: async (url, { method = '', headers, body }) => {
      const path = url.replace('https://api.example.test/v1', '');
      const request = { method, path, headers: new Headers(headers), body: body?.toString() };
      requests.push(request);
      const answer = typeof answers === 'function' ? await answers(request) : answers.shift();
      if (!(answer instanceof Response)) throw answer ?? new Error(`No answer is left for ${path}`);
      return answer;
    },
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    ...options,
  });
  return { client, requests, pauses };
}
