// Keeps the pages of lists below the size that Lambda may return, which is 6 MB.
import type { Route } from '#lib/foundation/contract/route.ts';
import type { RequestOf } from './request.ts';
import type { ResultOf, SerializedReply } from './response.ts';
import { toResponse } from './validation.ts';

const maxPageBytes = 4_000_000;

const sizeOf = ({ body = '' }: SerializedReply): number => Buffer.byteLength(body);

/** The type assertion is safe: every list and every feed has items. */
const itemCount = (result: unknown): number =>
  (result as { readonly items: readonly unknown[] }).items.length;

/** The events have their limit in the query, and other lists in the page. */
const withLimit = <Request extends object>(request: Request, limit: number): Request => {
  const { page, query }: { readonly page?: object; readonly query?: object } = request;
  return { ...request, page: { ...page, limit }, query: { ...query, limit } };
};

/**
 * Reads a page that is too large again with fewer items, so that its cursor leads to the rest. A page with one item always fits, because an
 * item of the table has at most 400 KB.
 */
export async function respondBelowLimit<R extends Route, Data>(
  route: R,
  request: RequestOf<R, Data>,
  handle: (request: RequestOf<R, Data>) => Promise<ResultOf<R>> | ResultOf<R>,
): Promise<SerializedReply> {
  const { kind } = route.answer;
  let result = await handle(request);
  let response = toResponse(route, result);
  if (kind !== 'list' && kind !== 'feed') return response;
  for (let bytes = sizeOf(response); bytes > maxPageBytes; bytes = sizeOf(response)) {
    const items = itemCount(result);
    if (items <= 1) break;
    const limit = Math.max(1, Math.min(items - 1, Math.floor((items * maxPageBytes) / bytes)));
    result = await handle(withLimit(request, limit));
    response = toResponse(route, result);
  }
  return response;
}
