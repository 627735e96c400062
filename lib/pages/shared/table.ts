// Shows lists: filters, a table that becomes cards on a phone, and the link to the next page.
import { isApiError } from '#lib/client/index.ts';
import { type PageContext, visitOf } from './context.ts';
import { type FieldOptions, field, hidden } from './forms.ts';
import { emptyState, type Html, html, nothing, notice, whenever } from './html.ts';
import { filtersIn, samePage } from './links.ts';

/** A `number` is aligned to the right. The list is `sorted` by a column, and its heading reverses the order. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => Html | string | number,
  kind?: 'number' | 'sorted' | 'sorted number',
];

interface Table<Row> {
  /** Says what the table contains, for screen readers. */
  readonly title: string;
  readonly none: string;
  /** The link below an empty list. */
  readonly emptyAction?: Html;
  /** Shows a box in front of each row that can be selected, with the name `ids` and this value. */
  readonly selects?: ((row: Row) => { readonly id: string; readonly label: string } | undefined) | undefined;
}

function headingHtml<Row>(c: PageContext, [title, , kind]: Column<Row>): Html {
  const { oldestFirst, newestFirst } = visitOf(c).texts.common;
  const number = kind?.endsWith('number') ? 'number' : '';
  if (!kind?.startsWith('sorted')) return html`<th scope="col" class="${number}">${title}</th>`;
  const isAscending = c.req.query('order') === 'asc';
  const href = samePage(c, { order: isAscending ? undefined : 'asc', cursor: undefined });
  return html`<th scope="col" class="${number}" aria-sort="${isAscending ? 'ascending' : 'descending'}">
<a href="${href}" title="${isAscending ? newestFirst : oldestFirst}">${title} <span aria-hidden="true">${isAscending ? '↑' : '↓'}</span></a></th>`;
}

const isFiltered = (c: PageContext): boolean =>
  Object.entries(filtersIn(c)).some(([name, value]) => name !== 'order' && value !== '');

export function table<Row>(
  c: PageContext,
  { title: caption, none, emptyAction, selects }: Table<Row>,
  rows: readonly Row[],
  possible: readonly (Column<Row> | false)[],
): Html {
  const { noMatch, clearFilters, select, selectAll } = visitOf(c).texts.common;
  if (rows.length === 0)
    return isFiltered(c)
      ? emptyState(noMatch, html`<a href="${c.req.path}">${clearFilters}</a>`)
      : emptyState(none, emptyAction);
  const columns = possible.filter((column) => column !== false);
  const box = (row: Row): Html => {
    if (selects === undefined) return nothing;
    const selected = selects(row);
    if (selected === undefined) return html`<td class="select"></td>`;
    const { id, label } = selected;
    return html`<td class="select"><input type="checkbox" name="ids" value="${id}" aria-label="${select}: ${label}"></td>`;
  };
  const cells = (row: Row): readonly Html[] =>
    columns.map(
      ([title, cell, kind]) =>
        html`<td data-label="${title}" class="${kind?.endsWith('number') ? 'number' : ''}">${cell(row)}</td>`,
    );
  const boxes = whenever(
    selects !== undefined,
    () =>
      html`<th scope="col" class="select"><input type="checkbox" data-select-all aria-label="${selectAll}" hidden></th>`,
  );
  return html`<table class="list"><caption class="hidden">${caption}</caption>
<thead><tr>${boxes}${columns.map((column) => headingHtml(c, column))}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${box(row)}${cells(row)}</tr>`)}</tbody></table>`;
}

/** Links to the page that begins at the API's cursor. */
export function pages(c: PageContext, cursor: string | number | null | undefined): Html {
  const { next, first, menu } = visitOf(c).texts.common;
  const isFirst = c.req.query('cursor') === undefined;
  if (isFirst && !cursor) return nothing;
  return html`<nav class="pages" aria-label="${menu}: ${next}">${
    isFirst
      ? nothing
      : html`<a role="button" class="secondary outline" href="${samePage(c, { cursor: undefined })}">${first}</a>`
  }${cursor ? html`<a role="button" class="secondary outline" rel="next" href="${samePage(c, { cursor })}">${next}</a>` : nothing}</nav>`;
}

export type Filter = readonly [name: string, label: string, its?: Pick<FieldOptions, 'options' | 'type'>];

/** The form keeps the order, and filters without a field. */
export function filters(c: PageContext, all: readonly Filter[]): Html {
  const { filter, clearFilters, all: everything } = visitOf(c).texts.common;
  const names = new Set(all.map(([name]) => name));
  const kept = Object.entries(filtersIn(c)).filter(([name]) => !names.has(name));
  const fields = all.map(([name, label, { options, type = 'search' } = {}]) => {
    const choices = options && [['', everything] as const, ...options];
    const its = choices ? { options: choices } : { type };
    return field(c, name, label, { ...its, value: c.req.query(name), isFilter: true });
  });
  return html`<form method="get" action="${c.req.path}" class="filters">${kept.map(([name, value]) =>
    hidden(name, value),
  )}${fields}<button class="secondary">${filter}</button>${whenever(
    isFiltered(c),
    () => html`<a href="${c.req.path}">${clearFilters}</a>`,
  )}</form>`;
}

interface Found<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly cursor?: string | null };
  /** Instead of the rows. */
  readonly refused?: Html;
}

/** The API combines only some filters. A list that it refuses is empty, and says what to do. */
export async function filtered<Listed extends Found<unknown>>(
  c: PageContext,
  list: Promise<Listed>,
): Promise<Pick<Listed, 'data' | 'meta'> & { readonly refused?: Html; readonly status?: 400 }> {
  try {
    const { data, meta } = await list;
    return { data, meta };
  } catch (error) {
    if (!isApiError(error, 'validation_failed') || !isFiltered(c)) throw error;
    const empty = { data: [], meta: { cursor: null, total: 0, totalIsExact: true } } as unknown as Listed;
    return { ...empty, status: 400, refused: notice('warning', visitOf(c).texts.common.cannotFilter) };
  }
}

/** The page of a list that the API returns, with the links to the other pages. */
export const listHtml = <Row>(
  c: PageContext,
  its: Table<Row>,
  { data, meta, refused }: Found<Row>,
  columns: readonly (Column<Row> | false)[],
): Html => html`${refused ?? table(c, its, data, columns)}${pages(c, meta.cursor)}`;

/** The query of the page of a list. */
export const pageOf = (c: PageContext) => ({ cursor: c.req.query('cursor') });
