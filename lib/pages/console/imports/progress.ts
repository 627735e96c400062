// Shows the progress and the result of an import.
import type { ImportDetails, ImportRows } from '#lib/client/index.ts';
import { hasDecimalCommas, sendCsv } from '#lib/pages/console/files.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, formHandler, type Run, visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, hidden } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  type Html,
  html,
  linkButton,
  nothing,
  notice,
  section,
  type Tones,
  whenever,
} from '#lib/pages/shared/html.ts';
import { refreshAfter } from '#lib/pages/shared/refresh.ts';
import { pages } from '#lib/pages/shared/table.ts';
import { afterIn, countsHtml, rowsPage, rowsTable, start } from './rows.ts';
import { keptHtml, mayUndo, undo, undoneHtml, undoPage } from './undo.ts';
import { assignColumns, columnsContent, importsPath, upload, uploadPage } from './upload.ts';

const tones: Tones = { completed: 'good', failed: 'bad' };

/** The rows of the import that an undo has done. */
function undoingHtml(page: Page, { undo, progress }: ImportDetails): Html {
  const { imports: its } = page.texts;
  const [done, total] = [(undo?.undone ?? 0) + (undo?.kept ?? 0), progress.created + progress.updated];
  const text = its.progress(page.format.number(done), page.format.number(total));
  return html`<p role="status">${text}</p><progress value="${done}" max="${total}" aria-label="${text}"></progress>
<p><small>${its.undoRefresh}</small></p>`;
}

function runningHtml({ texts: { imports: its }, format, id }: Page, { progress }: ImportDetails): Html {
  const { done, total } = progress;
  const text = its.progress(format.number(done), format.number(total));
  const question = { confirm: its.cancelQuestion, kind: 'secondary outline' };
  return html`<p role="status">${text}</p><progress value="${done}" max="${total}" aria-label="${text}"></progress>
<p><small>${its.refresh}</small></p>${buttonForm(`${importsPath}/${id}/cancel`, its.cancel, question)}`;
}

/** Another start repeats only rows that failed or are not done. */
function endedHtml(
  page: Page,
  found: ImportDetails,
  { rows, next }: Pick<ImportRows, 'rows' | 'next'>,
): Html {
  const { c, texts, id } = page;
  const { imports: its } = texts;
  const { status, sample, onExisting, invite, progress } = found;
  const toCreators = linkButton('/console/creators', its.toCreators);
  if (sample.length === 0) return html`<p>${its.fileDeleted}</p>${toCreators}`;
  const hasProblems = progress.failed > 0;
  const undoing = whenever(mayUndo(page, found), () =>
    linkButton(`${importsPath}/${id}/undo`, its.undo, 'secondary'),
  );
  const again = whenever(status !== 'undone' && (hasProblems || status !== 'completed'), () =>
    buttonForm(`${importsPath}/${id}/start`, its.again, {
      fields: html`${hidden('onExisting', onExisting)}${hidden('invite', invite ? 'yes' : 'no')}`,
      kind: 'secondary',
    }),
  );
  const file = `${importsPath}/${id}/file`;
  const reports = [
    linkButton(file, its.report, 'secondary'),
    linkButton(`${file}?excel=true`, its.reportForExcel, 'secondary'),
  ];
  return html`${buttons(toCreators, ...reports, again, undoing)}<p><small>${its.reportHint}</small></p>
${whenever(hasProblems, () => section(its.problems, html`${rowsTable(page, rows)}${pages(c, next)}`))}`;
}

function contentHtml(page: Page, found: ImportDetails, failed: Pick<ImportRows, 'rows' | 'next'>): Html {
  if (found.status === 'undoing') return undoingHtml(page, found);
  return found.status === 'running' ? runningHtml(page, found) : endedHtml(page, found, failed);
}

const importPage = consolePage(
  async ({ c, api, id }) => {
    const found = await api.imports.get(id);
    const hasProblems = !['ready', 'running', 'undoing'].includes(found.status) && found.progress.failed > 0;
    const isRead = hasProblems && found.sample.length > 0;
    const failed = isRead
      ? await api.imports.listRows(id, { problem: true, after: afterIn(c) })
      : { rows: [], next: null };
    const kept =
      found.status === 'undone' ? await api.imports.listKept(id, { after: afterIn(c) }) : undefined;
    return { found, failed, kept };
  },
  (page, { found, failed, kept }) => {
    const { c, texts } = page;
    const { imports: its } = texts;
    const { status, failure } = found;
    if (status === 'ready') return columnsContent(page, found);
    const isRunning = status === 'running' || status === 'undoing';
    if (isRunning) refreshAfter(c, 3);
    const state = its.statuses[status] ?? status;
    const body = html`${notice(tones[status] ?? 'calm', failure === null ? state : html`${state}: ${failure}`)}
${countsHtml(page, found.progress)}${undoneHtml(page, found)}${contentHtml(page, found, failed)}${kept === undefined ? nothing : keptHtml(page, kept)}`;
    return { title: its.title, body };
  },
);

const cancel: Run = async ({ api, id }) => {
  await api.imports.cancel(id);
  return `${importsPath}/${id}`;
};

export function addImports(app: Pages): void {
  addPage(app, importsPath, uploadPage, { '': upload });
  addPage(app, `${importsPath}/:id`, importPage, { '/columns': assignColumns, '/cancel': cancel });
  addPage(app, `${importsPath}/:id/rows`, rowsPage);
  addPage(app, `${importsPath}/:id/undo`, undoPage, { '': undo });
  app.post(`${importsPath}/:id/start`, formHandler(rowsPage, start));
  app.get(`${importsPath}/:id/file`, (c) => {
    const { api, id } = visitOf(c);
    const query = { excel: hasDecimalCommas(c) };
    return sendCsv(c, 'import', (options) => api.imports.get(`${id}.csv`, query, options));
  });
}
