// Passes on a file of the API as a download.
import type { RequestOptions } from '#lib/client/index.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';

interface Reply {
  withResponse(): Promise<{ readonly data: unknown; readonly response: Response }>;
}

export async function passOn(c: PageContext, name: string, reply: Reply): Promise<Response> {
  const { data, response } = await reply.withResponse();
  // `fetch` removes the byte order mark by which Excel recognizes UTF-8, and the adapter of Lambda keeps it only in binary content.
  const isForExcel = c.req.query('excel') === 'true';
  return c.body(isForExcel ? new TextEncoder().encode(`\uFEFF${data}`) : String(data), 200, {
    'content-type': isForExcel
      ? 'application/octet-stream'
      : (response.headers.get('content-type') ?? 'text/csv; charset=utf-8'),
    'content-disposition': `attachment; filename="${encodeURIComponent(name)}"`,
  });
}

export const sendCsv = (
  c: PageContext,
  name: string,
  ask: (options: RequestOptions) => Reply,
): Promise<Response> => passOn(c, `${name}.csv`, ask({ headers: { accept: 'text/csv' } }));
