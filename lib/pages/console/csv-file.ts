// Passes on a CSV file of the API as a download.
import type { RequestOptions } from '#lib/client/index.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';

interface Reply {
  withResponse(): Promise<{ readonly data: unknown }>;
}

export async function sendCsv(
  c: PageContext,
  name: string,
  ask: (options: RequestOptions) => Reply,
): Promise<Response> {
  const { data } = await ask({ headers: { accept: 'text/csv' } }).withResponse();
  // `fetch` and the adapter of Lambda each remove a byte order mark, without which Excel does not recognize UTF-8.
  const marks = c.req.query('excel') === 'true' ? '\uFEFF\uFEFF' : '';
  return c.body(`${marks}${data}`, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  });
}
