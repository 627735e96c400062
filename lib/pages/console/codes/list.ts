// Lists discount codes, shows one, and pauses or deletes it.

import type { ExpandedDiscount } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { listFilters } from '#lib/pages/console/filters.ts';
import { givenIn, oneOf, pageQuery } from '#lib/pages/console/inputs.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import { addPage } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, hidden, optionsOf } from '#lib/pages/shared/forms.ts';
import { buttons, facts, type Html, html, linkButton, statusBadge } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { createCode, manyCodes, newCodePage } from './create.ts';

interface Options {
  readonly none: string;
  /** Shows the creator, and sorts by the day of creation. */
  readonly isWhole?: boolean;
}

export function codeTable(
  { c, texts, format }: Page,
  rows: readonly ExpandedDiscount[],
  { none, isWhole = false }: Options,
): Html {
  const { codes: its } = texts;
  const used = ({ usageCount, usageLimit }: ExpandedDiscount): string =>
    usageLimit === null
      ? format.number(usageCount)
      : its.ofLimit(format.number(usageCount), format.number(usageLimit));
  return table(c, { title: its.title, none }, rows, [
    [its.code, ({ id, code }) => html`<a href="/console/codes/${id}"><bdi>${code}</bdi></a>`],
    isWhole && [its.creator, ({ affiliate }) => creatorLink(texts, affiliate)],
    [its.status, ({ status }) => statusBadge(its.statuses, status)],
    [its.discount, (row) => format.rate(row), 'number'],
    [its.used, used, 'number'],
    [its.revenue, ({ totalRevenue }) => format.money(totalRevenue), 'number'],
    isWhole && [its.created, ({ createdAt }) => format.day(createdAt), 'sorted number'],
  ]);
}

const path = '/console/codes';
const statuses = ['active', 'paused'] as const;

const codesPage = consolePage(
  ({ c, api }) =>
    api.discounts.list({
      ...pageQuery(c),
      ...givenIn(c, 'code', 'affiliateId'),
      status: oneOf(c.req.query('status'), statuses),
      expand: ['affiliate'],
    }),
  (page, { data, meta }) => {
    const { c, texts } = page;
    const { codes: its } = texts;
    const search = listFilters(page, [
      ['code', its.code],
      ['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }],
    ]);
    const rows = codeTable(page, data, { none: its.empty, isWhole: true });
    const actions = buttons(
      linkButton(`${path}/many`, its.createManyShort, 'secondary'),
      linkButton(`${path}/new`, its.create),
    );
    return { title: its.title, actions, body: html`${search}${rows}${pages(c, meta.cursor)}` };
  },
);

const codePage = consolePage(
  ({ api, id }) => api.discounts.get(id, { expand: ['affiliate', 'campaign'] }),
  ({ texts, format, id }, code) => {
    const { codes: its } = texts;
    const isActive = code.status === 'active';
    const about = facts([
      [its.status, its.statuses[code.status] ?? code.status],
      [its.creator, creatorLink(texts, code.affiliate)],
      [its.campaign, code.campaign?.name ?? '–'],
      [its.discount, format.rate(code)],
      [its.used, format.number(code.usageCount)],
      [its.usageLimit, format.number(code.usageLimit)],
      [its.revenue, format.money(code.totalRevenue)],
      [its.startsAt, format.time(code.startsAt)],
      [its.endsAt, format.time(code.endsAt)],
    ]);
    const change = buttonForm(`${path}/${id}/status`, isActive ? its.pause : its.activate, {
      fields: hidden('status', isActive ? 'paused' : 'active'),
      kind: 'secondary',
    });
    const question = { confirm: its.deleteQuestion, kind: 'secondary outline' };
    const remove = buttonForm(`${path}/${id}/delete`, its.delete, question);
    const orders = html`<a href="/console/orders?discountId=${id}">${its.orders}</a>`;
    return { title: its.heading(code.code), body: html`${about}${buttons(change, remove, orders)}` };
  },
);

export function addCodes(app: Pages): void {
  addPage(app, path, codesPage);
  addPage(app, `${path}/new`, newCodePage, { '': createCode });
  addPage(app, `${path}/many`, manyCodes.page, { '': manyCodes.run });
  addPage(app, `${path}/:id`, codePage, {
    '/status': async ({ api, id }, form) => {
      await api.discounts.update(id, { status: oneOf(form.text('status'), statuses) });
      return `${path}/${id}?done=saved`;
    },
    '/delete': async ({ api, id }) => {
      await api.discounts.delete(id);
      return `${path}?done=codeDeleted`;
    },
  });
}
