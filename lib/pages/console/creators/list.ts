// Lists creators.
import type { Affiliate, Client } from '#lib/client/index.ts';
import { given, pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { Visit } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
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
import { Refusal } from '#lib/pages/shared/submit.ts';
import { filtered, filters, listHtml } from '#lib/pages/shared/table.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

export const statuses = ['invited', 'active', 'paused', 'banned', 'applied', 'declined'] as const;

export const nameOf = ({ creators }: Texts, { name, email }: Pick<Affiliate, 'name' | 'email'>): string =>
  name || email || creators.noName;

export const creatorPath = (id: string): string => `/console/creators/${id}`;

/** Null for a creator that the answer does not contain. */
export const creatorLink = (texts: Texts, creator: Affiliate | null | undefined): Html =>
  creator ? html`<a href="${creatorPath(creator.id)}">${personName(nameOf(texts, creator))}</a>` : html`–`;

/** Finds a creator by the e-mail address, the tracking code or the id. */
export async function findCreator({ affiliates }: Client, text: string): Promise<Affiliate | undefined> {
  if (text.startsWith('aff_')) return affiliates.get(text);
  const { data } = await affiliates.list(text.includes('@') ? { email: text } : { trackingCode: text });
  return data[0];
}

/** The creator that a person has entered in a form. An unknown one marks the field. */
export async function enteredCreator({ api, texts }: Visit, form: Form, name: string): Promise<Affiliate> {
  const found = await findCreator(api, form.text(name));
  if (found === undefined) throw new Refusal(texts.input.unknownCreator, name);
  return found;
}

/** The e-mail address of the creator in the query, with which a form begins. */
export async function creatorIn({ c, api }: Visit): Promise<string> {
  const id = given(c, 'creator');
  return id === undefined ? '' : ((await findCreator(api, id))?.email ?? id);
}

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
