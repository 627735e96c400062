// Creates exports, shows their progress, and leads to their files.
import type { Export, ExportInput } from '#lib/client/index.ts';
import { addDays, addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run, type Texts, visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { buttonForm, field, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import { badge, type Html, html, section } from '#lib/pages/shared/html.ts';
import { refreshAfter } from '#lib/pages/shared/refresh.ts';
import { once, Refusal } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';

const path = '/console/settings/exports';

function stateHtml({ texts: { exports: its } }: Page, { id, status, progress, failure }: Export): Html {
  const { statuses } = its;
  if (status === 'preparing')
    return html`<progress value="${progress}" max="100" aria-label="${statuses.preparing}"></progress> ${progress}%`;
  if (status === 'ready') return html`<a href="${path}/${id}/file">${its.download}</a>`;
  if (status !== 'failed') return badge(statuses[status] ?? status);
  const retry = buttonForm(`${path}/${id}/retry`, its.retry, { kind: 'plain' });
  return html`${badge(statuses.failed ?? status, 'bad')} <small>${failure}</small> ${retry}`;
}

/** Lists have different statuses, so each option names its list. */
function statusOptions({ exports: its, common, ...texts }: Texts) {
  const lists = {
    affiliates: texts.creators.statuses,
    campaigns: texts.campaigns.statuses,
    commissions: texts.commissions.statuses,
    payouts: texts.payouts.statuses,
  };
  const ofLists = Object.entries(lists).flatMap(([list, statuses]) =>
    Object.entries(statuses).map(
      ([status, name]) => [`${list} ${status}`, `${its.resources[list]}: ${name}`] as const,
    ),
  );
  return [['', common.all] as const, ...ofLists];
}

const exportsPage = consolePage(
  ({ c, api }) => api.exports.list(pageOf(c)),
  (page, found) => {
    const { c, texts, format } = page;
    const { exports: its, settings } = texts;
    const list = listHtml(c, its, found, [
      [its.resource, ({ resource }) => its.resources[resource] ?? resource],
      [its.format, ({ format: name }) => its.formats[name] ?? name],
      [its.requested, ({ createdAt }) => format.time(createdAt)],
      [its.rows, ({ rows }) => format.number(rows), 'number'],
      [its.state, (one) => stateHtml(page, one)],
    ]);
    if (found.data.some(({ status }) => status === 'preparing')) refreshAfter(c, 4);
    const fields = html`${field(c, 'resource', its.resource, { options: optionsOf(its.resources) })}
${field(c, 'format', its.format, { options: optionsOf(its.formats) })}
${field(c, 'filters.createdFrom', its.from, { type: 'date' })}
${field(c, 'filters.createdTo', its.to, { type: 'date' })}
${field(c, 'filters.status', its.status, { options: statusOptions(texts) })}`;
    const body = html`<p>${its.intro}</p>${list}${section(its.create, stackedForm(path, fields, its.create))}`;
    return { title: settings.title, body };
  },
  inSettings,
);

/** The format `excel` is CSV with the mark by which Excel recognizes UTF-8. */
const formatIn = (form: Form): Pick<ExportInput, 'format' | 'bom'> => {
  const name = form.text('format');
  return name === 'ndjson' ? { format: 'ndjson' } : { format: 'csv', bom: name === 'excel' };
};

const create: Run = async ({ c, api, texts }, form) => {
  const resource = form.text('resource') as ExportInput['resource'];
  const [list = '', status] = form.text('filters.status').split(' ');
  if (status !== undefined && list !== resource)
    throw new Refusal(texts.exports.statusOfOther, 'filters.status');
  const { brand } = await accountOf(c);
  const [from, to] = [form.optional('filters.createdFrom'), form.optional('filters.createdTo')];
  const startOf = (day: string) => dayStart(brand.timezone, day);
  const filters = {
    status,
    createdFrom: from && startOf(from).toISOString(),
    createdTo: to && addMilliseconds(startOf(addDays(to, 1)), -1).toISOString(),
  };
  await api.exports.create({ resource, filters, ...formatIn(form) }, once(form));
  return `${path}?done=exportBegun`;
};

const retry: Run = async ({ api, id }, form) => {
  await api.exports.retry(id, once(form));
  return path;
};

export function addExports(app: Pages): void {
  addPage(app, path, exportsPage, { '': create, '/:id/retry': retry });
  // The address of the file is valid for 15 minutes, so each click asks for a new one.
  app.get(`${path}/:id/file`, async (c) => {
    const { api, id } = visitOf(c);
    const { url } = await api.exports.get(id);
    return c.redirect(url ?? path, 303);
  });
}
