// Receives the file of an import, lists earlier imports, and assigns the columns of the file to the fields of a creator.

import type { Import, ImportChanges, ImportDetails, ImportInput } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, scrollable, section, statusBadge } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { once, Refusal, recover } from '#lib/pages/shared/submit.ts';
import { type Column, listHtml, pageOf, table } from '#lib/pages/shared/table.ts';

export const importsPath = '/console/creators/imports';

const steps = ['file', 'columns', 'rows'] as const;

/** A page of an import below its steps. */
export function atStep({ texts }: Page, step: (typeof steps)[number], body: Html): PageContent {
  const { imports: its } = texts;
  const items = steps.map((one) => {
    const current = one === step ? html` aria-current="step"` : '';
    return html`<li${current}>${its.steps[one]}</li>`;
  });
  return {
    title: its.title,
    body: html`<ol class="steps" aria-label="${its.progressLabel}">${items}</ol>${body}`,
  };
}

/** The API accepts a body of 3 MiB, and Base64 needs four characters for three bytes. */
const maxFileBytes = 2_000_000;

export const uploadPage = consolePage(
  ({ c, api }) => api.imports.list(pageOf(c)),
  (page, found) => {
    const { c, texts, format } = page;
    const { imports: its } = texts;
    const count = (title: string, name: 'created' | 'updated' | 'failed' | 'total'): Column<Import> => [
      title,
      ({ progress }) => format.number(progress[name]),
      'number',
    ];
    const earlier = listHtml(c, { title: its.earlier, none: its.noEarlier }, found, [
      [
        its.created,
        ({ id, createdAt }) => html`<a href="${importsPath}/${id}">${format.time(createdAt)}</a>`,
      ],
      [its.state, ({ status }) => statusBadge(its.statuses, status, { running: 'warning' })],
      count(its.rows, 'total'),
      count(its.actions.create ?? '', 'created'),
      count(its.actions.update ?? '', 'updated'),
      count(its.actions.fail ?? '', 'failed'),
    ]);
    const file = { hint: its.limits, type: 'file', accept: '.csv,.txt,.tsv,text/csv,text/plain' };
    const limit = { 'data-max-bytes': maxFileBytes, 'data-too-large': its.tooLarge };
    const paste = { hint: its.pasteHint, isLong: true, rows: 5, dir: 'auto', spellcheck: 'false' };
    const body = html`<p>${its.intro}</p><form method="post" action="${importsPath}" enctype="multipart/form-data">${requestId()}
${field(c, 'file', its.file, { ...file, ...limit, isFilter: true })}${field(c, 'csv', its.paste, { ...paste, isFilter: true })}
${field(c, 'type', its.type, { options: optionsOf(its.types), isFilter: true })}${field(c, 'source', its.source, { options: optionsOf(its.sources), isFilter: true })}
<button>${its.upload}</button></form>${section(its.earlier, earlier)}`;
    return atStep(page, 'file', body);
  },
);

/** The API recognizes the encoding of a file from its bytes. */
const base64Of = async (file: File): Promise<string> =>
  Buffer.from(await file.arrayBuffer()).toString('base64');

export const upload: Run = async ({ c, api, texts: { imports: its } }, form) => {
  const { file } = await c.req.parseBody();
  const hasFile = file instanceof File && file.size > 0;
  const input = hasFile
    ? { csv: await base64Of(file), encoding: 'base64' as const }
    : { csv: form.text('csv') };
  const type = form.text('type') as ImportInput['type'];
  const source = form.text('source') as NonNullable<ImportInput['source']>;
  if (input.csv === '') throw new Refusal(its.nothingSent, 'file');
  const created = api.imports.create({ type, source, ...input }, once(form));
  const { id } = await recover(created, [413], (): never => {
    throw new Refusal(its.tooLarge, 'file');
  });
  return `${importsPath}/${id}`;
};

type Sample = ImportDetails['sample'][number];

const fieldsOf = ({ texts: { imports: its } }: Pick<Page, 'texts'>, { type }: Pick<Import, 'type'>) =>
  type === 'orders' ? its.orderFields : its.fields;

const neededOfOrders = ['orderId', 'amount', 'occurredAt'];
const isNeeded = ({ type }: Import, name: string): boolean =>
  type === 'orders' ? neededOfOrders.includes(name) : name === 'email';

function sampleHtml(page: Page, found: ImportDetails): Html {
  const { c, texts } = page;
  const { imports: its } = texts;
  const { columns, sample } = found;
  const fields = columns.flatMap(({ field: name }) => (name === null ? [] : [name]));
  return table(c, { title: its.sample, none: its.fileDeleted }, sample, [
    [its.number, ({ number }) => number],
    ...fields.map(
      (name): Column<Sample> => [
        fieldsOf(page, found)[name] ?? name,
        ({ values }) => html`<bdi>${values[name] ?? '–'}</bdi>`,
      ],
    ),
  ]);
}

export function columnsContent(page: Page, found: ImportDetails): PageContent {
  const { c, texts } = page;
  const { imports: its } = texts;
  const options = [
    ['', its.notInFile],
    ...found.columns.map(({ header }, index) => [String(index), its.column(index + 1, header)] as const),
  ] as const;
  const selects = optionsOf(fieldsOf(page, found)).map(([name, label]) => {
    const index = found.columns.findIndex((column) => column.field === name);
    return field(c, name, label, {
      options,
      value: index === -1 ? '' : index,
      required: isNeeded(found, name),
    });
  });
  const body = html`<section><p>${its.columnsIntro}</p><form method="post" action="${importsPath}/${found.id}/columns">
<div class="fields">${selects}</div><div class="buttons"><button>${its.check}</button>
<button name="stay" value="yes" class="secondary outline">${its.showSample}</button></div></form></section>
${section(its.sample, scrollable(its.sample, sampleHtml(page, found)))}`;
  return atStep(page, 'columns', body);
}

/** The fields that have the column of another field. */
function takenIn(form: Form, names: readonly string[]): readonly string[] {
  const given = names.filter((name) => form.text(name) !== '');
  return given.filter((name, index) =>
    given.slice(0, index).some((other) => form.text(other) === form.text(name)),
  );
}

export const assignColumns: Run = async ({ api, texts, id }, form) => {
  const { imports: its } = texts;
  const found = await api.imports.get(id);
  const names = Object.keys(fieldsOf({ texts }, found));
  const taken = takenIn(form, names);
  if (taken.length > 0) throw new Refusal(its.columnTaken, ...taken);
  const fieldOf = (index: number) => names.find((name) => form.text(name) === String(index)) ?? null;
  const columns = found.columns.map((_, index) => fieldOf(index) as ImportChanges['columns'][number]);
  await api.imports.update(id, { columns });
  return `${importsPath}/${id}${form.optional('stay') === undefined ? '/rows' : ''}`;
};
