// Receives the file of an import, and lists earlier imports.
import { type Import, isApiError } from '#lib/client/index.ts';
import { section } from '#lib/pages/console/inputs.ts';
import { accountOf } from '#lib/pages/console/show.ts';
import { badge, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import {
  type Form,
  field,
  once,
  type Problem,
  readForm,
  requestId,
  submit,
} from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { importsPath, showStep } from './frame.ts';

/** The API accepts a body of 3 MiB, and Base64 needs four characters for three bytes. */
const maxFileBytes = 2_000_000;

const tones: Readonly<Record<string, Tone>> = { completed: 'good', running: 'warning', failed: 'bad' };

async function earlierHtml(c: PageContext): Promise<Html> {
  const { api, texts } = visitOf(c);
  const its = texts.imports;
  const [{ format }, found] = await Promise.all([accountOf(c), api.imports.list(pageOf(c))]);
  const count = (title: string, name: 'created' | 'updated' | 'failed' | 'total') => ({
    title,
    cell: ({ progress }: Import) => format.number(progress[name]),
    isNumber: true,
  });
  return listHtml(c, { title: its.earlier, none: its.noEarlier }, found, [
    {
      title: its.created,
      cell: ({ id, createdAt }) => html`<a href="${importsPath}/${id}">${format.time(createdAt)}</a>`,
    },
    { title: its.state, cell: ({ status }) => badge(its.statuses[status] ?? status, tones[status]) },
    count(its.rows, 'total'),
    count(its.actions.create ?? '', 'created'),
    count(its.actions.update ?? '', 'updated'),
    count(its.actions.fail ?? '', 'failed'),
  ]);
}

export async function uploadPage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.imports;
  const file = { type: 'file', accept: '.csv,.txt,.tsv,text/csv,text/plain' };
  const limit = { 'data-max-bytes': maxFileBytes, 'data-too-large': its.tooLarge };
  const body = html`<p>${its.intro}</p><form method="post" action="${importsPath}" enctype="multipart/form-data">${requestId()}
${field(c, { name: 'file', label: its.file, hint: its.limits, problem, isFilter: true, attributes: { ...file, ...limit } })}
${field(c, { name: 'csv', label: its.paste, hint: its.pasteHint, problem, isLong: true, isFilter: true, attributes: { rows: 5, dir: 'auto', spellcheck: 'false' } })}
<button>${its.upload}</button></form>${section(its.earlier, await earlierHtml(c))}`;
  return showStep(c, 'file', { body, problem });
}

/** The API recognizes the encoding of a file from its bytes. */
async function csvIn(c: PageContext, form: Form) {
  const { file } = await c.req.parseBody();
  if (!(file instanceof File) || file.size === 0) return { csv: form.text('csv') };
  return { csv: Buffer.from(await file.arrayBuffer()).toString('base64'), encoding: 'base64' as const };
}

const problemAt = (name: string, message: string, form: Form): Problem => ({
  ...{ message, status: 400, form },
  fields: new Map([[name, message]]),
});

export async function upload(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { nothingSent, tooLarge } = texts.imports;
  const form = await readForm(c);
  const input = await csvIn(c, form);
  if (input.csv === '') return uploadPage(c, problemAt('file', nothingSent, form));
  const run = async (): Promise<string> => {
    const { id } = await api.imports.create({ type: 'creators', ...input }, once(form));
    return `${importsPath}/${id}`;
  };
  try {
    return await submit(c, { run, again: (problem) => uploadPage(c, problem) });
  } catch (error) {
    if (!isApiError(error) || error.status !== 413) throw error;
    return uploadPage(c, problemAt('file', tooLarge, form));
  }
}
