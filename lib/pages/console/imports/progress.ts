// Shows the progress and the result of an import.
import type { ImportDetails } from '#lib/client/index.ts';
import { sendCsv } from '#lib/pages/console/csv-file.ts';
import { idIn, section } from '#lib/pages/console/inputs.ts';
import { accountOf } from '#lib/pages/console/show.ts';
import { linkButton, notice, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { buttonForm, hidden, type Problem, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { columnsPage } from './columns.ts';
import { importsPath, showImport } from './frame.ts';
import { afterIn, countsHtml, nextPage, rowsTable } from './rows.ts';

const tones: Readonly<Record<string, Tone>> = { completed: 'good', failed: 'bad' };

function runningHtml(c: PageContext, { id, progress: { done, total } }: ImportDetails, format: Format): Html {
  const its = visitOf(c).texts.imports;
  const text = its.progress(format.number(done), format.number(total));
  return html`<p role="status">${text}</p><progress value="${done}" max="${total}" aria-label="${text}"></progress>
<p><small>${its.refresh}</small></p>
${buttonForm(`${importsPath}/${id}/cancel`, its.cancel, { confirm: its.cancelQuestion, kind: 'secondary outline' })}`;
}

/** Another start repeats only rows that failed or are not done. */
async function endedHtml(c: PageContext, found: ImportDetails): Promise<Html> {
  const { api, texts } = visitOf(c);
  const { imports: its } = texts;
  const { id, status, sample, onExisting, invite, progress } = found;
  const links = linkButton('/console/creators', its.toCreators);
  if (sample.length === 0) return html`<p>${its.fileDeleted}</p>${links}`;
  const hasProblems = progress.failed > 0;
  const failed = hasProblems
    ? await api.imports.listRows(id, { problem: true, after: afterIn(c) })
    : { rows: [], next: null };
  const again = buttonForm(`${importsPath}/${id}/start`, its.again, {
    fields: html`${hidden('onExisting', onExisting)}${hidden('invite', invite ? 'yes' : 'no')}`,
    kind: 'secondary',
  });
  return html`<div class="buttons">${links}${linkButton(`${importsPath}/${id}/file`, its.report, 'secondary')}
${linkButton(`${importsPath}/${id}/file?excel=true`, its.reportForExcel, 'secondary')}${whenever(
  hasProblems || status !== 'completed',
  () => again,
)}</div><p><small>${its.reportHint}</small></p>
${whenever(hasProblems, () => section(its.problems, html`${rowsTable(c, failed.rows)}${nextPage(c, failed.next)}`))}`;
}

export async function importPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const found = await api.imports.get(idIn(c));
  const { status, failure } = found;
  if (status === 'ready') return columnsPage(c, found, problem);
  const { format } = await accountOf(c);
  // Browsers also obey this header without a script.
  if (status === 'running') c.header('refresh', '3');
  const state = texts.imports.statuses[status] ?? status;
  const body = html`${notice(tones[status] ?? 'calm', failure === null ? state : html`${state}: ${failure}`)}
${countsHtml(c, found.progress, format)}${status === 'running' ? runningHtml(c, found, format) : nothing}
${status === 'running' ? nothing : await endedHtml(c, found)}`;
  return showImport(c, { body, problem });
}

export const cancel = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async () => {
      await visitOf(c).api.imports.cancel(idIn(c));
      return `${importsPath}/${idIn(c)}`;
    },
    again: (problem) => importPage(c, problem),
  });

export const report = (c: PageContext): Promise<Response> =>
  sendCsv(c, 'import', (options) =>
    visitOf(c).api.imports.get(`${idIn(c)}.csv`, { excel: c.req.query('excel') === 'true' }, options),
  );
