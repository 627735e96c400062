// Shows the differences between the orders of a connection and those of a file, and applies them.
import type { OrderDifference, Reconciliation } from '#lib/client/index.ts';
import { oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import { requestId } from '#lib/pages/shared/forms.ts';
import {
  choice,
  facts,
  type Html,
  html,
  notice,
  section,
  statusBadge,
  type Tones,
  whenever,
} from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { forReaders } from '#lib/pages/shared/messages.ts';
import { refreshAfter } from '#lib/pages/shared/refresh.ts';
import { once, Refusal } from '#lib/pages/shared/submit.ts';
import { pageOf, pages, table } from '#lib/pages/shared/table.ts';
import { path } from './connections.ts';
import { inSettings } from './frame.ts';

export const kinds = ['missing', 'different', 'unknown'] as const;
const counted = ['equal', ...kinds, 'notAttributed', 'ignored', 'unreadable', 'applied', 'failed'] as const;
export const tones: Tones = { compared: 'good', applied: 'good', failed: 'bad' };

export const comparisonsPath = (id: string): string => `${path}/${id}/comparisons`;

const canApply = ({ proposal, state }: OrderDifference): boolean =>
  proposal !== 'none' && state !== 'applied';

function changesHtml({ texts }: Page, { changes, reason }: OrderDifference): Html {
  const { comparisons: its } = texts;
  const rows = changes.map(
    ({ field: name, recorded, shop }) =>
      html`<div>${its.fields[name] ?? name}: <bdi>${recorded ?? '–'}</bdi> → <bdi>${shop ?? '–'}</bdi></div>`,
  );
  return html`${rows}${whenever(reason !== null, () => html`<div>${forReaders(texts, reason ?? '')}</div>`)}`;
}

function orderHtml({ conversionId, orderId }: OrderDifference): Html {
  if (conversionId === null) return html`<bdi>${orderId}</bdi>`;
  return html`<a href="/console/orders/${conversionId}"><bdi>${orderId}</bdi></a>`;
}

function differencesHtml(
  page: Page,
  { state, counts }: Reconciliation,
  {
    data,
    meta,
  }: { readonly data: readonly OrderDifference[]; readonly meta: { readonly cursor: string | null } },
): Html {
  const { c, texts, format } = page;
  const { comparisons: its, common } = texts;
  const shown = c.req.query('kind');
  const toKind = (kind: string | undefined, label: string) =>
    [samePage(c, { kind, cursor: undefined }), label, shown === kind] as const;
  const choices = kinds.map((kind) => toKind(kind, `${its.kinds[kind]} (${format.number(counts[kind])})`));
  const selects = (row: OrderDifference) =>
    canApply(row) && state === 'compared' ? { id: row.id, label: row.orderId } : undefined;
  const none = state === 'compared' ? its.equal : (its.noneYet[state] ?? its.equal);
  const rows = table(c, { title: its.differences, none, selects }, data, [
    [its.order, orderHtml],
    [its.kind, ({ kind }) => its.kinds[kind] ?? kind],
    [its.change, (row) => changesHtml(page, row)],
    [its.proposal, ({ proposal }) => its.proposals[proposal] ?? proposal],
    [its.state, (row) => statusBadge(its.differenceStates, row.state, tones)],
  ]);
  const buttons = whenever(
    state === 'compared' && data.some(canApply),
    () => html`<button name="all" value="no">${its.applySelected}</button>
<button name="all" value="yes" class="secondary">${its.applyAll}</button><br><small>${its.applyHint}</small>`,
  );
  return html`${choice(its.kind, [toKind(undefined, common.all), ...choices])}
<form method="post" action="${c.req.path}">${requestId()}${rows}<p>${buttons}</p></form>${pages(c, meta.cursor)}`;
}

export const resultPage = consolePage(
  ({ c, api, id }) => {
    const reconciliationId = c.req.param('reconciliationId') ?? '';
    const kind = oneOf(c.req.query('kind'), kinds);
    return Promise.all([
      api.reconciliations.get(id, reconciliationId),
      api.reconciliations.results(id, reconciliationId, { ...pageOf(c), kind }),
    ]);
  },
  (page, [found, differences]) => {
    const { c, texts, format, id } = page;
    const { comparisons: its } = texts;
    const { state, counts, progress, problems, failure } = found;
    const isBusy = state === 'comparing' || state === 'applying';
    const text =
      state === 'applying'
        ? its.applying
        : its.progress(format.number(progress.done), format.number(progress.total));
    if (isBusy) refreshAfter(c, 2);
    const running = whenever(isBusy, () => html`<p role="status">${text}</p>`);
    const rows = table(c, { title: its.problems, none: '' }, problems, [
      [its.row, ({ row }) => format.number(row)],
      [its.problem, ({ message }) => forReaders(texts, message)],
    ]);
    const body = html`${whenever(failure !== null, () => notice('bad', failure ?? ''))}${running}
${facts(counted.map((name) => [its.counts[name] ?? name, format.number(counts[name])] as const))}
${section(its.differences, differencesHtml(page, found, differences))}
${whenever(problems.length > 0, () => section(its.problems, rows))}
<p><a href="${comparisonsPath(id)}">${its.toList}</a></p>`;
    return { title: its.title, body };
  },
  inSettings,
);

export const apply: Run = async ({ c, api, id, texts: { comparisons: its } }, form) => {
  const reconciliationId = c.req.param('reconciliationId') ?? '';
  const isAll = form.text('all') === 'yes';
  const differenceIds = isAll ? undefined : [...form.all('ids')];
  if (differenceIds?.length === 0) throw new Refusal(its.selectFirst);
  await api.reconciliations.apply(id, reconciliationId, { differenceIds }, once(form));
  return `${comparisonsPath(id)}/${reconciliationId}`;
};
