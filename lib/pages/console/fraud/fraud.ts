// Lists the orders and creators that match fraud rules, and decides about them.
import type { FraudFinding } from '#lib/client/index.ts';
import { namedCreator } from '#lib/pages/console/customers/list.ts';
import { listFilters } from '#lib/pages/console/filters.ts';
import { givenIn, pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, linkButton, nothing, section, whenever } from '#lib/pages/shared/html.ts';
import { pathWith, samePage } from '#lib/pages/shared/links.ts';
import { type Column, filtered, pages, table } from '#lib/pages/shared/table.ts';
import { decide, decideSelection, decisionFields, type Failure, failuresHtml } from './decisions.ts';
import { evidenceHtml, rulesOf } from './evidence.ts';
import { columnsOf, type Findings, findingBadge, fraudPath, withNames } from './findings.ts';

const statuses = ['open', 'dismissed', 'confirmed'] as const;

function tableHtml(page: Page, { rows, names }: Findings): Html {
  const { c, texts, isAdmin } = page;
  const { fraud: its } = texts;
  const selects = ({ id, orderId, status }: FraudFinding) =>
    status === 'open' ? { id, label: orderId ?? id } : undefined;
  const [[created, link], ...others] = columnsOf(page, names) as readonly [
    Column<FraudFinding>,
    ...Column<FraudFinding>[],
  ];
  return table(c, { title: its.title, none: its.none, selects: isAdmin ? selects : undefined }, rows, [
    [created, link, 'sorted'],
    [its.creator, ({ affiliateId }) => namedCreator(texts, names, affiliateId)],
    [its.rule, (row) => rulesOf(page, row)],
    ...others,
  ]);
}

function selectionHtml(page: Page, rows: readonly FraudFinding[]): Html {
  const { fraud: its } = page.texts;
  if (!page.isAdmin || !rows.some(({ status }) => status === 'open')) return nothing;
  return html`<fieldset class="decide"><legend><h2>${its.decide}</h2></legend>${decisionFields(page, true)}</fieldset>`;
}

const listPage = (failures: readonly Failure[] = []): PageHandler =>
  consolePage(
    async (visit) => {
      const { c, api } = visit;
      const query = { ...pageQuery(c), ...givenIn(c, 'affiliateId'), status: statusIn(c, statuses) };
      const list = await filtered(c, api.fraudFindings.list(query));
      return { list, found: await withNames(visit, list.data) };
    },
    async (page, { list, found }) => {
      const { c, texts, isAdmin } = page;
      const { fraud: its } = texts;
      const search = await listFilters(page, [
        ['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }],
      ]);
      const body = html`<p>${its.intro}</p>${failuresHtml(page, failures)}${search}
<form method="post" action="${samePage(c, {})}">${requestId()}${list.refused ?? tableHtml(page, found)}
${selectionHtml(page, list.data)}</form>${pages(c, list.meta.cursor)}`;
      const rules = linkButton('/console/settings#fraud', its.toRules, 'secondary');
      return { title: its.title, actions: whenever(isAdmin, () => rules), body, status: list.status };
    },
  );

const findingPage = consolePage(
  async (visit) => withNames(visit, [await visit.api.fraudFindings.get(visit.id)]),
  (page, { rows, names }) => {
    const { texts, format, isAdmin } = page;
    const { fraud: its } = texts;
    const [finding] = rows as readonly [FraudFinding];
    const { id, affiliateId, commissionId, status, note, decidedAt, createdAt } = finding;
    const commission =
      commissionId && html`<a href="/console/commissions/${commissionId}">${its.commission}</a>`;
    const form = () => html`<form method="post" action="${fraudPath}/${id}" class="stacked">${requestId()}
${decisionFields(page, false)}</form>`;
    const isOfCreator = finding.type === 'creator';
    const held = () =>
      linkButton(
        pathWith('/console/commissions', { held: 'true', affiliateId }),
        its.heldCommissions,
        'secondary',
      );
    const body = html`<p class="receipt"><strong>${evidenceHtml(page, finding, names)}</strong></p>${facts([
      [its.status, findingBadge(texts, finding)],
      [its.rule, rulesOf(page, finding)],
      [its.creator, namedCreator(texts, names, affiliateId)],
      [its.commission, commission],
      [its.created, format.time(createdAt)],
      [its.decidedAt, decidedAt && format.time(decidedAt)],
      [its.note, note && html`<span dir="auto">${note}</span>`],
    ])}${whenever(isOfCreator, () => html`<p>${its.creatorHint}</p><p>${held()}</p>`)}${whenever(status === 'open' && isAdmin, () => section(its.decide, form()))}
<p><a href="${fraudPath}">${its.toAll}</a></p>`;
    return { title: its.one, body };
  },
);

export function addFraud(app: Pages): void {
  addPage(app, fraudPath, listPage(), { '': decideSelection(listPage) });
  addPage(app, `${fraudPath}/:id`, findingPage, { '': decide });
}
