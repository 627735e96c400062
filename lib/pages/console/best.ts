// Shows the creators, campaigns and discount codes with the highest net revenue.
import type { Client, PerformanceRow } from '#lib/client/index.ts';
import { personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';

const groups = ['affiliate', 'campaign', 'discount'] as const;
type Group = (typeof groups)[number];
type Best = Readonly<Record<Group, readonly PerformanceRow[]>>;

/** A row without a key has no campaign or no code. */
export async function readBest({ reports }: Client, period: { from: string; to: string }): Promise<Best> {
  const [affiliate, campaign, discount] = await Promise.all(
    groups.map(async (groupBy) => {
      const { rows } = await reports.performance({ ...period, groupBy, limit: 6 });
      return rows.filter(({ key, orders }) => key !== null && orders > 0).slice(0, 5);
    }),
  );
  return { affiliate: affiliate ?? [], campaign: campaign ?? [], discount: discount ?? [] };
}

export function bestHtml(c: PageContext, best: Best, { money, number }: Format): Html {
  const { overview } = visitOf(c).texts;
  const titles = {
    affiliate: overview.bestCreators,
    campaign: overview.bestCampaigns,
    discount: overview.bestCodes,
  };
  const nameOf = ({ name, email, code, key }: PerformanceRow): string => name || email || code || (key ?? '');
  const list = (group: Group): Html =>
    html`<section><h2>${titles[group]}</h2>${table<PerformanceRow>(c, {
      caption: titles[group],
      rows: best[group],
      empty: overview.noOrders,
      columns: [
        { title: overview.name, cell: (row) => personName(nameOf(row)) },
        { title: overview.orders, cell: ({ orders }) => number(orders), isNumber: true },
        { title: overview.netRevenue, cell: ({ netRevenue }) => money(netRevenue), isNumber: true },
        { title: overview.commission, cell: ({ commission }) => money(commission), isNumber: true },
      ],
    })}</section>`;
  return html`${groups.map(list)}`;
}
