// Lists orders.

import type { ListedConversion } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { listFilters } from '#lib/pages/console/filters.ts';
import { givenIn, oneOf, pageQuery } from '#lib/pages/console/inputs.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { consolePage } from '#lib/pages/console/page.ts';
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
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

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
    [orders.order, ({ id, orderId }) => html`<a href="${orderPath(id)}"><bdi>${orderId}</bdi></a>`],
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

export const ordersPage = consolePage(
  ({ c, api }) => {
    const list = api.conversions.list({
      ...pageQuery(c),
      ...givenIn(c, 'orderId', 'affiliateId', 'campaignId', 'discountId', 'occurredFrom', 'occurredTo'),
      attribution: attributionIn(c),
      expand: ['affiliate', 'campaign'],
    });
    return Promise.all([filtered(c, list), api.campaigns.list({ limit: campaignsInFilter })]);
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
