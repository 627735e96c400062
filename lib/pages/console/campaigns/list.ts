// Lists campaigns.
import type { Campaign } from '#lib/client/index.ts';
import { oneOf, pageQuery, rateText } from '#lib/pages/console/input.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { badge, linkButton, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { filters, pages, table } from '#lib/pages/shared/table.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

export const statuses = ['draft', 'active', 'paused', 'ended'] as const;
const tones: Readonly<Record<string, Tone>> = { active: 'good', paused: 'warning' };

export const campaignPath = (id: string): string => `/console/campaigns/${id}`;

export const campaignBadge = ({ campaigns }: Texts, { status }: Campaign): Html =>
  badge(campaigns.statuses[status] ?? status, tones[status]);

/** Both days are inclusive. */
export function daysOf({ campaigns }: Texts, { startDate, endDate }: Campaign, format: Format): string {
  const [from, to] = [startDate, endDate].map((day) => (day === null ? undefined : format.calendarDay(day)));
  if (from !== undefined && to !== undefined) return campaigns.between(from, to);
  if (from !== undefined) return campaigns.since(from);
  return to === undefined ? campaigns.always : campaigns.until(to);
}

export async function campaignsPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { campaigns } = texts;
  const status = oneOf(c.req.query('status'), statuses);
  const [{ format }, { data, meta }] = await Promise.all([
    accountOf(c),
    api.campaigns.list({ ...pageQuery(c), status: status && [status] }),
  ]);
  const rows = table(c, {
    caption: campaigns.title,
    rows: data,
    empty: campaigns.empty,
    columns: [
      {
        title: campaigns.name,
        cell: ({ id, name }) => html`<div><a href="${campaignPath(id)}"><bdi>${name}</bdi></a></div>`,
      },
      { title: campaigns.status, cell: (row) => campaignBadge(texts, row) },
      { title: campaigns.days, cell: (row) => daysOf(texts, row, format) },
      {
        title: campaigns.rate,
        cell: ({ commission }) => (commission === null ? '–' : rateText(format, commission)),
        isNumber: true,
      },
      {
        title: campaigns.creators,
        cell: ({ creatorsCount }) => format.number(creatorsCount),
        isNumber: true,
      },
      { title: campaigns.revenue, cell: ({ totalRevenue }) => format.money(totalRevenue), isNumber: true },
      {
        title: campaigns.created,
        cell: ({ createdAt }) => format.day(createdAt),
        ...{ isNumber: true, isSorted: true },
      },
    ],
  });
  const options = statuses.map((one) => [one, campaigns.statuses[one] ?? one] as const);
  const search = filters(c, [{ name: 'status', label: campaigns.status, options }]);
  const actions = linkButton('/console/campaigns/new', campaigns.create);
  const body = html`${search}${rows}${pages(c, meta.cursor)}`;
  return showConsole(c, { title: campaigns.title, actions, body });
}
