// Runs pages as a function behind the gateway.
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { plainHandler } from '#lib/surface/http/plain-handler.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import type { HttpResult } from '#lib/surface/http/response.ts';
import type { Pages } from './app.ts';

export function pageHandler(route: string, pages: Pages): (event: HttpEvent) => Promise<HttpResult> {
  const answer = handle(pages);
  return plainHandler(route, async (event) => (await answer(event as unknown as LambdaEvent)) as HttpResult);
}
