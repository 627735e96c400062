// Creates exports, shows their progress, and leads to their files.
import type { Export, ExportInput } from '#lib/client/index.ts';
import { addDays, addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttonForm, type Form, field, once, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { addForm, idIn, optionsOf, section, stackedForm } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';

const path = '/console/settings/exports';

function stateHtml(c: PageContext, { id, status, progress, failure }: Export): Html {
  const { exports: its } = visitOf(c).texts;
  const { statuses } = its;
  if (status === 'preparing')
    return html`<progress value="${progress}" max="100" aria-label="${statuses.preparing}"></progress> ${progress}%`;
  if (status === 'ready') return html`<a href="${path}/${id}/file">${its.download}</a>`;
  if (status !== 'failed') return badge(statuses[status] ?? status);
  return html`${badge(statuses.failed ?? status, 'bad')} <small>${failure}</small> ${buttonForm(`${path}/${id}/retry`, its.retry, { kind: 'plain' })}`;
}

async function exportsHtml(c: PageContext): Promise<Html> {
  const { api, texts } = visitOf(c);
  const its = texts.exports;
  const [{ format }, found] = await Promise.all([accountOf(c), api.exports.list(pageOf(c))]);
  const list = listHtml(c, its, found, [
    { title: its.resource, cell: ({ resource }) => its.resources[resource] ?? resource },
    { title: its.format, cell: ({ format: name }) => its.formats[name] ?? name },
    { title: its.requested, cell: ({ createdAt }) => format.time(createdAt) },
    { title: its.rows, cell: ({ rows }) => format.number(rows), isNumber: true },
    { title: its.state, cell: (one) => stateHtml(c, one) },
  ]);
  const isWorking = found.data.some(({ status }) => status === 'preparing');
  return html`${isWorking ? html`<div data-refresh="4"></div><p>${its.refresh}</p>` : ''}${list}`;
}

async function exportsPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { texts } = visitOf(c);
  const its = texts.exports;
  const date = { type: 'date' };
  const fields = html`${field(c, { name: 'resource', label: its.resource, problem, options: optionsOf(its.resources) })}
${field(c, { name: 'format', label: its.format, problem, options: optionsOf(its.formats) })}
${field(c, { name: 'filters.createdFrom', label: its.from, problem, attributes: date })}
${field(c, { name: 'filters.createdTo', label: its.to, problem, attributes: date })}
${field(c, { name: 'filters.status', label: its.status, hint: its.statusHint, problem })}`;
  const body = html`<p>${its.intro}</p>${await exportsHtml(c)}${section(its.create, stackedForm(path, fields, its.create))}`;
  return showSettings(c, { title: texts.settings.title, body, problem });
}

/** The format `excel` is CSV with the mark by which Excel recognizes UTF-8. */
const formatIn = (form: Form): Pick<ExportInput, 'format' | 'bom'> => {
  const name = form.text('format');
  return name === 'ndjson' ? { format: 'ndjson' } : { format: 'csv', bom: name === 'excel' };
};

async function create(c: PageContext, form: Form): Promise<string> {
  const { brand } = await accountOf(c);
  const [from, to] = [form.optional('filters.createdFrom'), form.optional('filters.createdTo')];
  const endOf = (day: string) => addMilliseconds(dayStart(brand.timezone, addDays(day, 1)), -1);
  const filters = {
    status: form.optional('filters.status'),
    ...(from !== undefined && { createdFrom: dayStart(brand.timezone, from).toISOString() }),
    ...(to !== undefined && { createdTo: endOf(to).toISOString() }),
  };
  const resource = form.text('resource') as ExportInput['resource'];
  await visitOf(c).api.exports.create({ resource, filters, ...formatIn(form) }, once(form));
  return `${path}?done=exportBegun`;
}

async function retry(c: PageContext, form: Form): Promise<string> {
  await visitOf(c).api.exports.retry(idIn(c), once(form));
  return path;
}

/** The address of the file is valid for 15 minutes, so each click asks for a new one. */
async function download(c: PageContext): Promise<Response> {
  const { url } = await visitOf(c).api.exports.get(idIn(c));
  return c.redirect(url ?? path, 303);
}

export function addExports(app: Pages): void {
  app.get('/console/settings/exports', (c) => exportsPage(c));
  addForm(app, '/console/settings/exports', create, exportsPage);
  app.get('/console/settings/exports/:id/file', download);
  addForm(app, '/console/settings/exports/:id/retry', retry, exportsPage);
}
