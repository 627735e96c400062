// Lists campaigns.
import type { Campaign } from '#lib/client/index.ts';
import { pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import { html, linkButton, statusBadge } from '#lib/pages/shared/html.ts';
import { filters, listHtml } from '#lib/pages/shared/table.ts';

export const statuses = ['draft', 'active', 'paused', 'ended'] as const;

export const campaignPath = (id: string): string => `/console/campaigns/${id}`;

/** Both days are inclusive. */
export function daysOf(
  { texts: { campaigns: its }, format }: Page,
  { startDate, endDate }: Campaign,
): string {
  const [from, to] = [format.calendarDay(startDate), format.calendarDay(endDate)];
  if (startDate !== null && endDate !== null) return its.between(from, to);
  if (startDate !== null) return its.since(from);
  return endDate === null ? its.always : its.until(to);
}

export const campaignsPage = consolePage(
  ({ c, api }) => api.campaigns.list({ ...pageQuery(c), status: statusIn(c, statuses) }),
  (page, found) => {
    const { c, texts, format } = page;
    const { campaigns: its } = texts;
    const list = listHtml(c, { title: its.title, none: its.empty }, found, [
      [its.name, ({ id, name }) => html`<div><a href="${campaignPath(id)}"><bdi>${name}</bdi></a></div>`],
      [its.status, ({ status }) => statusBadge(its.statuses, status)],
      [its.days, (row) => daysOf(page, row)],
      [its.rate, ({ commission }) => format.rate(commission), 'number'],
      [its.creators, ({ creatorsCount }) => format.number(creatorsCount), 'number'],
      [its.revenue, ({ totalRevenue }) => format.money(totalRevenue), 'number'],
      [its.created, ({ createdAt }) => format.day(createdAt), 'sorted number'],
    ]);
    const options = optionsOf(its.statuses, [...statuses]);
    const search = filters(c, [['status', its.status, { options }]]);
    const actions = linkButton('/console/campaigns/new', its.create);
    return { title: its.title, actions, body: html`${search}${list}` };
  },
);
