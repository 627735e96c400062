// Assigns the columns of the file of an import to the fields of a creator.
import type { ImportChanges, ImportDetails } from '#lib/client/index.ts';
import { idIn, optionsOf, section } from '#lib/pages/console/inputs.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, type Problem, readForm, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { importsPath, showStep } from './frame.ts';

type Column = ImportChanges['columns'][number];

function sampleHtml(c: PageContext, { columns, sample }: ImportDetails): Html {
  const its = visitOf(c).texts.imports;
  const fields = columns.flatMap(({ field: name }) => (name === null ? [] : [name]));
  return table(c, {
    caption: its.sample,
    rows: sample,
    empty: its.fileDeleted,
    columns: [
      { title: its.number, cell: ({ number }) => number },
      ...fields.map((name) => ({
        title: its.fields[name] ?? name,
        cell: ({ values }: ImportDetails['sample'][number]) => html`<bdi>${values[name] ?? '–'}</bdi>`,
      })),
    ],
  });
}

export function columnsPage(c: PageContext, found: ImportDetails, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.imports;
  const options = [
    ['', its.notInFile],
    ...found.columns.map(({ header }, index) => [String(index), its.column(index + 1, header)] as const),
  ] as const;
  const select = ([name, label]: readonly [string, string]): Html => {
    const index = found.columns.findIndex((column) => column.field === name);
    const value = index === -1 ? '' : index;
    return field(c, {
      ...{ name, label, options, value, problem },
      attributes: { required: name === 'email' },
    });
  };
  const body = html`<section><p>${its.columnsIntro}</p><form method="post" action="${importsPath}/${found.id}/columns">
<div class="fields">${optionsOf(its.fields).map(select)}</div><div class="buttons"><button>${its.check}</button>
<button name="stay" value="yes" class="secondary outline">${its.showSample}</button></div></form></section>
${section(its.sample, sampleHtml(c, found))}`;
  return showStep(c, 'columns', { body, problem });
}

/** The fields that have the column of another field. */
function takenIn(form: Form, names: readonly string[]): readonly string[] {
  const given = names.filter((name) => form.text(name) !== '');
  return given.filter((name, index) =>
    given.slice(0, index).some((other) => form.text(other) === form.text(name)),
  );
}

export async function assignColumns(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { fields, columnTaken: message } = texts.imports;
  const found = await api.imports.get(idIn(c));
  const again = (problem: Problem) => columnsPage(c, found, problem);
  const run = async (form: Form): Promise<string> => {
    const fieldOf = (index: number) =>
      Object.keys(fields).find((name) => form.text(name) === String(index)) ?? null;
    const columns = found.columns.map((_, index) => fieldOf(index) as Column);
    await api.imports.update(found.id, { columns });
    return `${importsPath}/${found.id}${form.optional('stay') === undefined ? '/rows' : ''}`;
  };
  const form = await readForm(c);
  const taken = takenIn(form, Object.keys(fields));
  if (taken.length > 0)
    return again({ message, status: 400, fields: new Map(taken.map((name) => [name, message])), form });
  return submit(c, { run, again });
}
