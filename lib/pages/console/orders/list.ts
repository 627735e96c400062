// Lists the orders of the brand with filters.
import { given, oneOf, pageQuery } from '#lib/pages/console/input.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { html } from '#lib/pages/shared/html.ts';
import { filtered, filters, pages } from '#lib/pages/shared/table.ts';
import { orderTable } from './table.ts';

const attributions = [
  'attributed',
  'noReference',
  'unknownReference',
  'creatorInactive',
  'codeEnded',
  'codePaused',
  'codeUsedUp',
  'outsideWindow',
  'removed',
] as const;

const campaignsInFilter = 100;

export async function ordersPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { orders, common } = texts;
  const [{ format }, { data, meta, refused }, campaigns] = await Promise.all([
    accountOf(c),
    filtered(
      c,
      api.conversions.list({
        ...pageQuery(c),
        orderId: given(c, 'orderId'),
        affiliateId: given(c, 'affiliateId'),
        campaignId: given(c, 'campaignId'),
        discountId: given(c, 'discountId'),
        attribution: oneOf(c.req.query('attribution'), attributions),
        occurredFrom: given(c, 'occurredFrom'),
        occurredTo: given(c, 'occurredTo'),
        expand: ['affiliate', 'campaign'],
      }),
    ),
    api.campaigns.list({ limit: campaignsInFilter }),
  ]);
  const search = filters(c, [
    { name: 'orderId', label: orders.order },
    {
      name: 'attribution',
      label: orders.attribution,
      options: attributions.map((one) => [one, orders.attributions[one]]),
    },
    { name: 'campaignId', label: orders.campaign, options: campaigns.data.map(({ id, name }) => [id, name]) },
    { name: 'occurredFrom', label: common.from, type: 'date' },
    { name: 'occurredTo', label: common.to, type: 'date' },
  ]);
  const rows = orderTable(c, format, data, { caption: orders.title, empty: orders.empty, isWhole: true });
  const body = html`${search}${refused ?? rows}${pages(c, meta.cursor)}`;
  return showConsole(c, { title: orders.title, body, ...(refused && { status: 400 }) });
}
