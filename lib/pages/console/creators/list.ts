// Lists creators.
import type { Affiliate } from '#lib/client/index.ts';
import { given, oneOf, pageQuery } from '#lib/pages/console/input.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { badge, linkButton, personName, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { filtered, filters, pages, table } from '#lib/pages/shared/table.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

export const statuses = ['invited', 'active', 'paused', 'banned', 'applied', 'declined'] as const;
const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  paused: 'warning',
  applied: 'warning',
  banned: 'bad',
};

export const statusBadge = ({ creators }: Texts, status: string): Html =>
  badge((creators.statuses as Readonly<Record<string, string>>)[status] ?? status, tones[status]);

export const nameOf = ({ creators }: Texts, { name, email }: Pick<Affiliate, 'name' | 'email'>): string =>
  name || email || creators.noName;

export const creatorPath = (id: string): string => `/console/creators/${id}`;

const groupLink = (group: string | null): Html =>
  group === null ? html`–` : html`<a href="/console/creators?group=${group}">${group}</a>`;

/** Null for a creator that the answer does not contain. */
export const creatorLink = (texts: Texts, creator: Affiliate | null | undefined): Html =>
  creator ? html`<a href="${creatorPath(creator.id)}">${personName(nameOf(texts, creator))}</a>` : html`–`;

export async function creatorsPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { creators } = texts;
  const q = given(c, 'q');
  const status = oneOf(c.req.query('status'), statuses);
  const group = given(c, 'group');
  // A search has an order of its own.
  const { order, ...page } = pageQuery(c);
  const query = { ...page, group, status: status && [status], ...(q === undefined ? { order } : { q }) };
  const [{ format, me }, { data, meta, refused }] = await Promise.all([
    accountOf(c),
    filtered(c, api.affiliates.list(query)),
  ]);
  const options = statuses.map((one) => [one, creators.statuses[one]] as const);
  const importLink = whenever(me.role === 'admin', () =>
    linkButton('/console/creators/imports', texts.imports.short, 'secondary'),
  );
  const rows = table(c, {
    caption: creators.title,
    rows: data,
    empty: creators.empty,
    emptyAction: importLink,
    columns: [
      {
        title: creators.name,
        cell: (row) =>
          html`<div>${creatorLink(texts, row)}${row.name ? html`<br><small>${row.email}</small>` : nothing}</div>`,
      },
      { title: creators.status, cell: (row) => statusBadge(texts, row.status) },
      { title: creators.group, cell: (row) => groupLink(row.group) },
      { title: creators.orders, cell: (row) => format.number(row.totalOrders), isNumber: true },
      { title: creators.revenue, cell: (row) => format.money(row.totalRevenue), isNumber: true },
      { title: creators.earned, cell: (row) => format.money(row.commissionEarned), isNumber: true },
      {
        title: creators.since,
        cell: (row) => format.day(row.createdAt),
        ...{ isNumber: true, isSorted: q === undefined },
      },
    ],
  });
  const actions = html`<div class="buttons">${importLink}${linkButton('/console/creators/invite-many', creators.inviteManyShort, 'secondary')}
${linkButton('/console/creators/invite', creators.invite)}</div>`;
  const search = filters(c, [
    { name: 'q', label: creators.search },
    { name: 'status', label: creators.status, options },
    { name: 'group', label: creators.group },
  ]);
  const body = html`${search}${refused ?? rows}${pages(c, meta.cursor)}`;
  return showConsole(c, { title: creators.title, actions, body, ...(refused && { status: 400 }) });
}
