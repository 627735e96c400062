// Shows what an import would do with the rows of its file, and starts it.
import type { ImportRows, ImportRowsCounts } from '#lib/client/index.ts';
import { creatorPath } from '#lib/pages/console/creators/list.ts';
import { given } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  figures,
  type Html,
  html,
  linkButton,
  nothing,
  section,
  statusBadge,
} from '#lib/pages/shared/html.ts';
import { forReaders } from '#lib/pages/shared/messages.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { filters, pages, table } from '#lib/pages/shared/table.ts';
import { atStep, importsPath } from './upload.ts';

type Row = ImportRows['rows'][number];

/** The cells come from a file, so they can contain anything. */
function creatorHtml({ values, affiliateId }: Row): Html {
  const { email = '', name, firstName, lastName } = values;
  const whole = name ?? [firstName, lastName].filter(Boolean).join(' ');
  const shown = html`<bdi>${email || '–'}</bdi>`;
  const link = affiliateId === null ? shown : html`<a href="${creatorPath(affiliateId)}">${shown}</a>`;
  return html`<div>${link}${whole ? html`<br><small><bdi>${whole}</bdi></small>` : nothing}</div>`;
}

function problemsHtml({ texts }: Page, { problems, values }: Row): Html | string {
  const { imports: its } = texts;
  if (problems.length === 0) return '–';
  return html`<ul class="problems">${problems.map(({ field: name, message, suggestion }) => {
    const value = name === null ? undefined : values[name];
    const where =
      name === null ? nothing : html`<strong>${its.fields[name] ?? its.orderFields[name] ?? name}</strong> `;
    return html`<li>${where}${value ? html`<q><bdi>${value}</bdi></q>: ` : nothing}${forReaders(texts, message)}${
      suggestion === null ? nothing : html` <em>${its.suggestion(suggestion)}</em>`
    }</li>`;
  })}</ul>`;
}

export function countsHtml({ texts, format: { number } }: Page, counts: ImportRowsCounts): Html {
  const { actions, problems } = texts.imports;
  const { created, updated, unchanged, skipped, failed } = counts;
  return figures([
    [actions.create ?? '', number(created)],
    [actions.update ?? '', number(updated)],
    [actions.unchanged ?? '', number(unchanged)],
    ...(skipped > 0 ? [[actions.skip ?? '', number(skipped)] as const] : []),
    [problems, number(failed)],
  ]);
}

export function rowsTable(page: Page, rows: readonly Row[]): Html {
  const { imports: its } = page.texts;
  const tones = { create: 'good', update: 'warning', fail: 'bad' } as const;
  return table(page.c, { title: its.rows, none: its.noRows }, rows, [
    [its.number, ({ number }) => number],
    [its.creator, creatorHtml],
    [its.result, ({ action }) => statusBadge(its.actions, action, tones)],
    [its.problem, (row) => problemsHtml(page, row)],
  ]);
}

function startHtml({ c, texts: { imports: its }, id }: Page): Html {
  return html`<form method="post" action="${importsPath}/${id}/start">${requestId()}
${field(c, 'onExisting', its.onExisting, { options: optionsOf(its.existing) })}
${field(c, 'invite', its.invite, { options: optionsOf(its.invites) })}<p><small>${its.problemsStay}</small></p>
${buttons(html`<button>${its.start}</button>`, linkButton(`${importsPath}/${id}`, its.back, 'secondary'))}</form>`;
}

/** The number of the last row of the previous page. */
export function afterIn(c: PageContext): number | undefined {
  const cursor = given(c, 'cursor');
  return cursor === undefined ? undefined : Number(cursor);
}

/** Only the first page counts the rows, because that reads what the table has for each of them. */
export const rowsPage = consolePage(
  ({ c, api, id }) => {
    const after = afterIn(c);
    const problem = c.req.query('problem') === 'true';
    return api.imports.listRows(id, { after, problem, counts: after === undefined });
  },
  (page, { rows, next, counts }) => {
    const { c, texts } = page;
    const { imports: its } = texts;
    const extent = counts === null ? nothing : html`<h2>${its.willDo}</h2>${countsHtml(page, counts)}`;
    const filter = filters(c, [['problem', its.show, { options: [['true', its.onlyProblems]] }]]);
    const list = html`${filter}${rowsTable(page, rows)}${pages(c, next)}`;
    const body = html`${extent}${section(its.start, startHtml(page))}${section(its.rows, list)}`;
    return atStep(page, 'rows', body);
  },
);

/** A form that is sent again after the start leads to the progress, as the first one did. */
export const start: Run = async ({ api, id }, form) => {
  const onExisting = form.text('onExisting') as 'skip';
  const invite = form.text('invite') === 'yes';
  await api.imports.start(id, { onExisting, invite }, once(form));
  return `${importsPath}/${id}`;
};
