// Lists orders.

import type { ListedConversion } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { listFilters } from '#lib/pages/console/filters.ts';
import { givenIn, oneOf, pageQuery } from '#lib/pages/console/inputs.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { Texts, Visit } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { optionsOf } from '#lib/pages/shared/forms.ts';
import {
  type Html,
  html,
  linkButton,
  personName,
  statusBadge,
  type Tones,
  whenever,
} from '#lib/pages/shared/html.ts';
import { filtered, pages, table } from '#lib/pages/shared/table.ts';

export const orderPath = (id: string): string => `/console/orders/${id}`;

type State = keyof Texts['orders']['states'];

function stateOf({ canceledAt, refundedAmount, amount, affiliateId }: ListedConversion): State {
  if (canceledAt !== null) return 'canceled';
  if (refundedAmount > 0) return refundedAmount >= amount ? 'refunded' : 'partlyRefunded';
  return affiliateId === null ? 'unattributed' : 'attributed';
}

const tones: Tones = { canceled: 'bad', refunded: 'bad', partlyRefunded: 'warning', attributed: 'good' };

export const orderBadge = ({ orders }: Texts, order: ListedConversion): Html =>
  statusBadge(orders.states, stateOf(order), tones);

const orderLink = ({ id, orderId, externalId }: ListedConversion): Html =>
  html`<span><a href="${orderPath(id)}"><bdi>${orderId}</bdi></a>${whenever(externalId !== null, () => html` <small><bdi>${externalId}</bdi></small>`)}</span>`;

interface Options {
  readonly title: string;
  readonly none: string;
  /** Shows the creator, and sorts by the time. */
  readonly isWhole?: boolean;
}

export function orderTable(
  { c, texts, format }: Page,
  rows: readonly ListedConversion[],
  { isWhole = false, ...its }: Options,
): Html {
  const { orders } = texts;
  return table(c, its, rows, [
    [orders.order, orderLink],
    [orders.state, (row) => orderBadge(texts, row)],
    isWhole && [orders.creator, ({ affiliate }) => creatorLink(texts, affiliate)],
    [orders.campaign, ({ campaign }) => personName(campaign?.name ?? '–')],
    [orders.amount, ({ amount, currency }) => format.money(amount, currency), 'number'],
    [orders.time, ({ occurredAt }) => format.time(occurredAt), isWhole ? 'sorted number' : 'number'],
  ]);
}

const failures = [
  ...([
    'noReference',
    'unknownReference',
    'creatorNotYetInvited',
    'creatorInactive',
    'codeNotStarted',
  ] as const),
  ...(['codeEnded', 'codePaused', 'codeUsedUp', 'outsideWindow', 'notCounted', 'durationOver'] as const),
  'removed',
] as const;
const attributions = ['attributed', 'nobody', ...failures] as const;

/** The API takes a list of attributions, and the page one of them, or `nobody` for all without a creator. */
function attributionIn(c: PageContext) {
  const chosen = oneOf(c.req.query('attribution'), attributions);
  if (chosen === 'nobody') return failures;
  return chosen && [chosen];
}

const campaignsInFilter = 100;
const expand = ['affiliate', 'campaign'] as const;

/** Shopify prints the external id of an order, such as `#1001`, on its confirmation. */
async function listOrders({ c, api }: Visit) {
  const found = await api.conversions.list({
    ...pageQuery(c),
    ...givenIn(c, 'orderId', 'affiliateId', 'campaignId', 'discountId', 'occurredFrom', 'occurredTo'),
    ...{ attribution: attributionIn(c), expand },
  });
  const number = c.req.query('orderId') ?? '';
  if (number === '' || found.data.length > 0) return found;
  return api.conversions.list({ externalId: `#${number.replace(/^#/, '')}`, expand });
}

export const ordersPage = consolePage(
  (visit) => {
    const { c, api } = visit;
    return Promise.all([filtered(c, listOrders(visit)), api.campaigns.list({ limit: campaignsInFilter })]);
  },
  (page, [{ data, meta, refused, status }, campaigns]) => {
    const { c, texts } = page;
    const { orders: its, common } = texts;
    const search = listFilters(page, [
      ['orderId', its.order],
      ['attribution', its.attribution, { options: optionsOf(its.attributions, [...attributions]) }],
      ['campaignId', its.campaign, { options: campaigns.data.map(({ id, name }) => [id, name]) }],
      ['occurredFrom', common.from, { type: 'date' }],
      ['occurredTo', common.to, { type: 'date' }],
    ]);
    const rows = orderTable(page, data, { title: its.title, none: its.empty, isWhole: true });
    const actions = whenever(page.isAdmin, () => linkButton('/console/orders/new', its.add, 'secondary'));
    return {
      title: its.title,
      actions,
      body: html`${search}${refused ?? rows}${pages(c, meta.cursor)}`,
      status,
    };
  },
);
