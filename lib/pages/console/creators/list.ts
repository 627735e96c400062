// Lists creators.
import type { Affiliate } from '#lib/client/index.ts';
import { given, pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { Texts } from '#lib/pages/console/visit.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  type Html,
  html,
  linkButton,
  nothing,
  personName,
  statusBadge,
  whenever,
} from '#lib/pages/shared/html.ts';
import { filtered, filters, listHtml } from '#lib/pages/shared/table.ts';

export const statuses = ['invited', 'active', 'paused', 'banned', 'applied', 'declined'] as const;

export const nameOf = ({ creators }: Texts, { name, email }: Pick<Affiliate, 'name' | 'email'>): string =>
  name || email || creators.noName;

export const creatorPath = (id: string): string => `/console/creators/${id}`;

/** Null for a creator that the answer does not contain. */
export const creatorLink = (texts: Texts, creator: Affiliate | null | undefined): Html =>
  creator ? html`<a href="${creatorPath(creator.id)}">${personName(nameOf(texts, creator))}</a>` : html`–`;

export const creatorsPage = consolePage(
  ({ c, api }) => {
    const q = given(c, 'q');
    // A search has an order of its own.
    const { order, ...page } = pageQuery(c);
    const query = { ...page, group: given(c, 'group'), status: statusIn(c, statuses) };
    return filtered(c, api.affiliates.list({ ...query, ...(q === undefined ? { order } : { q }) }));
  },
  ({ c, texts, format, isAdmin }, found) => {
    const { creators: its, imports } = texts;
    const importLink = whenever(isAdmin, () =>
      linkButton('/console/creators/imports', imports.short, 'secondary'),
    );
    const group = ({ group: name }: Affiliate): Html =>
      name === null ? html`–` : html`<a href="/console/creators?group=${name}">${name}</a>`;
    const list = listHtml(c, { title: its.title, none: its.empty, emptyAction: importLink }, found, [
      [
        its.name,
        (row) =>
          html`<div>${creatorLink(texts, row)}${row.name ? html`<br><small>${row.email}</small>` : nothing}</div>`,
      ],
      [its.status, ({ status }) => statusBadge(its.statuses, status)],
      [its.group, group],
      [its.orders, ({ totalOrders }) => format.number(totalOrders), 'number'],
      [its.revenue, ({ totalRevenue }) => format.money(totalRevenue), 'number'],
      [its.earned, ({ commissionEarned }) => format.money(commissionEarned), 'number'],
      [its.since, ({ createdAt }) => format.day(createdAt), given(c, 'q') ? 'number' : 'sorted number'],
    ]);
    const search = filters(c, [
      ['q', its.search],
      ['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }],
      ['group', its.group],
    ]);
    const actions = buttons(
      importLink,
      linkButton('/console/creators/invite-many', its.inviteManyShort, 'secondary'),
      linkButton('/console/creators/invite', its.invite),
    );
    return { title: its.title, actions, body: html`${search}${list}`, status: found.status };
  },
);
