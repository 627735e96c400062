// Shows what an import would do with the rows of its file, and starts it.
import type { ImportRows, ImportRowsCounts } from '#lib/client/index.ts';
import { creatorPath } from '#lib/pages/console/creators/list.ts';
import { given } from '#lib/pages/console/input.ts';
import { idIn, optionsOf, section } from '#lib/pages/console/inputs.ts';
import { accountOf } from '#lib/pages/console/show.ts';
import { badge, figures, linkButton, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { field, once, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { filters, pages, table } from '#lib/pages/shared/table.ts';
import { importsPath, showStep } from './frame.ts';

type Row = ImportRows['rows'][number];

const tones: Readonly<Record<string, Tone>> = { create: 'good', update: 'warning', fail: 'bad' };

/** The cells come from a file, so they can contain anything. */
function creatorHtml({ values, affiliateId }: Row): Html {
  const { email = '', name, firstName, lastName } = values;
  const whole = name ?? [firstName, lastName].filter(Boolean).join(' ');
  const shown = html`<bdi>${email || '–'}</bdi>`;
  const link = affiliateId === null ? shown : html`<a href="${creatorPath(affiliateId)}">${shown}</a>`;
  return html`<div>${link}${whole ? html`<br><small><bdi>${whole}</bdi></small>` : nothing}</div>`;
}

function problemsHtml(c: PageContext, { problems, values }: Row): Html {
  const its = visitOf(c).texts.imports;
  return html`<ul class="problems">${problems.map(({ field: name, message, suggestion }) => {
    const value = name === null ? undefined : values[name];
    const where = name === null ? nothing : html`<strong>${its.fields[name] ?? name}</strong> `;
    return html`<li>${where}${value ? html`<q><bdi>${value}</bdi></q>: ` : nothing}${message}${
      suggestion === null ? nothing : html` <em>${its.suggestion(suggestion)}</em>`
    }</li>`;
  })}</ul>`;
}

export function countsHtml(c: PageContext, counts: ImportRowsCounts, { number }: Format): Html {
  const { actions, problems } = visitOf(c).texts.imports;
  const { created, updated, unchanged, skipped, failed } = counts;
  const all = [
    [actions.create, created],
    [actions.update, updated],
    [actions.unchanged, unchanged],
    ...(skipped > 0 ? [[actions.skip, skipped] as const] : []),
    [problems, failed],
  ] as const;
  return figures(all.map(([label = '', value]) => ({ label, value: number(value) })));
}

export function rowsTable(c: PageContext, rows: readonly Row[]): Html {
  const its = visitOf(c).texts.imports;
  return table(c, {
    caption: its.rows,
    rows,
    empty: its.noRows,
    columns: [
      { title: its.number, cell: ({ number }) => number },
      { title: its.creator, cell: creatorHtml },
      { title: its.result, cell: ({ action }) => badge(its.actions[action] ?? action, tones[action]) },
      {
        title: its.problem,
        cell: (row) => (row.problems.length === 0 ? '–' : problemsHtml(c, row)),
      },
    ],
  });
}

function startHtml(c: PageContext, id: string, problem?: Problem): Html {
  const its = visitOf(c).texts.imports;
  const select = (name: 'onExisting' | 'invite', choices: Readonly<Record<string, string>>): Html =>
    field(c, { name, label: its[name], options: optionsOf(choices), problem });
  return html`<form method="post" action="${importsPath}/${id}/start">${requestId()}
${select('onExisting', its.existing)}${select('invite', its.invites)}<p><small>${its.problemsStay}</small></p>
<div class="buttons"><button>${its.start}</button>${linkButton(`${importsPath}/${id}`, its.back, 'secondary')}</div></form>`;
}

/** The number of the last row of the previous page. */
export function afterIn(c: PageContext): number | undefined {
  const cursor = given(c, 'cursor');
  return cursor === undefined ? undefined : Number(cursor);
}

export const nextPage = (c: PageContext, next: number | null): Html =>
  pages(c, next === null ? null : String(next));

/** Only the first page counts the rows, because that reads what the table has for each of them. */
export async function rowsPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.imports;
  const id = idIn(c);
  const after = afterIn(c);
  const [{ format }, { rows, next, counts }] = await Promise.all([
    accountOf(c),
    api.imports.listRows(id, {
      after,
      problem: c.req.query('problem') === 'true',
      counts: after === undefined,
    }),
  ]);
  const extent = counts === null ? nothing : html`<h2>${its.willDo}</h2>${countsHtml(c, counts, format)}`;
  const filter = filters(c, [{ name: 'problem', label: its.show, options: [['true', its.onlyProblems]] }]);
  const body = html`${extent}
${section(its.start, startHtml(c, id, problem))}${section(
  its.rows,
  html`${filter}${rowsTable(c, rows)}${pages(c, next === null ? null : String(next))}`,
)}`;
  return showStep(c, 'rows', { body, problem });
}

/** A form that is sent again after the start leads to the progress, as the first one did. */
export const start = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      const onExisting = form.text('onExisting') as 'skip';
      const invite = form.text('invite') === 'yes';
      await visitOf(c).api.imports.start(idIn(c), { onExisting, invite }, once(form));
      return `${importsPath}/${idIn(c)}`;
    },
    again: (problem) => rowsPage(c, problem),
  });
