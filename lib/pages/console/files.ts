// Passes on files of the API as downloads.
import type { RequestOptions } from '#lib/client/index.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttons, type Html, linkButton } from '#lib/pages/shared/html.ts';
import { pathWith, type Query } from '#lib/pages/shared/links.ts';

interface Reply {
  withResponse(): Promise<{ readonly data: unknown; readonly response: Response }>;
}

/** Links to a file, and to the same file for Excel. */
export const fileButtons = (
  path: string,
  { csv, excel }: { readonly csv: string; readonly excel: string },
  query: Query = {},
): Html =>
  buttons(
    linkButton(pathWith(path, query), csv, 'secondary'),
    linkButton(pathWith(path, { ...query, excel: 'true' }), excel, 'secondary'),
  );

const isForExcel = (c: PageContext): boolean => c.req.query('excel') === 'true';

/** Excel of a German reader expects semicolons and decimal commas, and that of an English reader the usual CSV. */
export const hasDecimalCommas = (c: PageContext): boolean => isForExcel(c) && visitOf(c).language === 'de';

export async function passOn(c: PageContext, name: string, reply: Reply): Promise<Response> {
  const { data, response } = await reply.withResponse();
  // `fetch` removes the byte order mark by which Excel recognizes UTF-8, and the adapter of Lambda keeps it only in binary content.
  return c.body(isForExcel(c) ? new TextEncoder().encode(`\uFEFF${data}`) : String(data), 200, {
    'content-type': isForExcel(c)
      ? 'application/octet-stream'
      : (response.headers.get('content-type') ?? 'text/csv; charset=utf-8'),
    'content-disposition': `attachment; filename="${encodeURIComponent(isForExcel(c) ? name.replace('.csv', '-excel.csv') : name)}"`,
  });
}

export const sendCsv = (
  c: PageContext,
  name: string,
  ask: (options: RequestOptions) => Reply,
): Promise<Response> => passOn(c, `${name}.csv`, ask({ headers: { accept: 'text/csv' } }));
