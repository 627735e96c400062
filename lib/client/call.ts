// Turns replies into calls: promises of the data, and of lists also iterations over all pages.
import type { Reply } from './send.ts';

interface Body {
  readonly data?: unknown;
  readonly meta?: {
    readonly cursor?: string | null;
    readonly after?: string | null;
    readonly hasMore?: boolean;
  };
}
type Query = Readonly<Record<string, unknown>>;

/** Returns the query of the next page, or undefined for the last one. */
function nextOf({ meta: { cursor, after, hasMore } = {} }: Body): Query | undefined {
  if (cursor) return { cursor };
  return hasMore ? { after } : undefined;
}

async function* itemsOf(first: Promise<Body>, pageOf: (query: Query) => Promise<Reply>) {
  for (let page: Body | undefined = await first; page !== undefined; ) {
    yield* page.data as unknown[];
    const next = nextOf(page);
    page = next && ((await pageOf(next)).body as Body);
  }
}

const envelopeOf = (body: unknown): Body =>
  typeof body === 'object' && body !== null && 'data' in body ? body : { data: body };

/** The generated types say more about each call. */
export interface AnyCall extends Promise<unknown> {
  withResponse(): Promise<unknown>;
}

function callFor(result: Promise<unknown>, reply: Promise<Reply>): AnyCall {
  const withResponse = async () => {
    // The promise that is returned here reports a failure instead.
    result.catch(() => {});
    const { body, response } = await reply;
    return { ...envelopeOf(body), response };
  };
  return Object.assign(result, { withResponse });
}

export const callOf = (reply: Promise<Reply>): AnyCall =>
  callFor(
    reply.then(({ body }) => envelopeOf(body).data),
    reply,
  );

export function listCallOf(reply: Promise<Reply>, pageOf: (query: Query) => Promise<Reply>): AnyCall {
  const page = reply.then(({ body }) => body as Body);
  return Object.assign(callFor(page, reply), { [Symbol.asyncIterator]: () => itemsOf(page, pageOf) });
}
