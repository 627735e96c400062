// Compares the orders of a connection with an export of the shop.
import type { Reconciliation, ReconciliationInput } from '#lib/client/index.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { html, section, statusBadge } from '#lib/pages/shared/html.ts';
import { once, Refusal, recover } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { readUpload } from '#lib/pages/shared/upload.ts';
import { path } from './connections.ts';
import { apply, comparisonsPath, kinds, resultPage, tones } from './differences.ts';
import { inSettings } from './frame.ts';

const listPage = consolePage(
  ({ c, api, id }) => Promise.all([api.connections.get(id), api.reconciliations.list(id, pageOf(c))]),
  ({ c, texts, format, id }, [{ name, type }, found]) => {
    const { comparisons: its } = texts;
    const list = listHtml(c, { title: its.earlier, none: its.none }, found, [
      [
        its.sentAt,
        (one) => html`<a href="${comparisonsPath(id)}/${one.id}">${format.time(one.createdAt)}</a>`,
      ],
      [its.state, ({ state }) => statusBadge(its.states, state, tones)],
      ...kinds.map(
        (kind) =>
          [
            its.kinds[kind] ?? kind,
            ({ counts }: Reconciliation) => format.number(counts[kind]),
            'number',
          ] as const,
      ),
    ]);
    const file = { hint: its.limits, type: 'file', accept: '.csv,.txt,text/csv', required: true };
    const formats = optionsOf(its.formats, [type, 'general']);
    const body = html`<p>${its.intro}</p>
<form method="post" action="${comparisonsPath(id)}" enctype="multipart/form-data" class="stacked">${requestId()}
${field(c, 'format', its.format, { options: formats })}${field(c, 'csv', its.file, file)}<button>${its.compare}</button></form>
${section(its.earlier, list)}<p><a href="${path}/${id}">${its.toConnection}: <bdi>${name}</bdi></a></p>`;
    return { title: its.title, body };
  },
  inSettings,
);

const compare: Run = async ({ c, api, id, texts: { comparisons: its } }, form) => {
  const file = await readUpload(c, 'csv');
  if (file === undefined) throw new Refusal(its.choose, 'csv');
  const format = form.text('format') as ReconciliationInput['format'];
  const created = api.reconciliations.create(id, { format, csv: file.text }, once(form));
  const { id: reconciliationId } = await recover(created, [413], (): never => {
    throw new Refusal(its.tooLarge, 'csv');
  });
  return `${comparisonsPath(id)}/${reconciliationId}`;
};

export function addComparisons(app: Pages): void {
  addPage(app, `${path}/:id/comparisons`, listPage, { '': compare });
  addPage(app, `${path}/:id/comparisons/:reconciliationId`, resultPage, { '': apply });
}
