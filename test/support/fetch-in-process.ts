// Exports a `fetch` that sends requests to the real router and handlers in the process of the test.
import { send } from './service.ts';

export async function fetchInProcess(
  url: string,
  { method = 'GET', headers, body }: RequestInit,
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const answer = await send(method, `${pathname}${search}`.replace(/^\/v1/, ''), {
    ...(typeof body === 'string' && { body }),
    headers: Object.fromEntries(new Headers(headers)),
  });
  return new Response(answer.status === 204 ? null : answer.text, answer);
}
