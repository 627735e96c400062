// Shows the findings about an order or a creator on the page of these.
import type { FraudFinding } from '#lib/client/index.ts';
import { type Names, namesOf } from '#lib/pages/console/customers/list.ts';
import type { Page } from '#lib/pages/console/page.ts';
import type { Texts, Visit } from '#lib/pages/console/visit.ts';
import {
  type Html,
  html,
  linkButton,
  nothing,
  section,
  statusBadge,
  type Tones,
} from '#lib/pages/shared/html.ts';
import { recover } from '#lib/pages/shared/submit.ts';
import { type Column, table } from '#lib/pages/shared/table.ts';
import { creatorsIn, evidenceHtml } from './evidence.ts';

export const fraudPath = '/console/fraud';

const tones: Tones = { open: 'warning', dismissed: 'good', confirmed: 'bad' };

export const findingBadge = ({ fraud }: Texts, { status }: FraudFinding): Html =>
  statusBadge(fraud.statuses, status, tones);

export interface Findings {
  readonly rows: readonly FraudFinding[];
  readonly names: Names;
}

/** A deleted code has no name. */
const codeOf = ({ api }: Visit, id: string): Promise<readonly (readonly [string, string])[]> =>
  recover(
    api.discounts.get(id).then(({ code }) => [[id, code] as const]),
    [404],
    () => [],
  );

export async function withNames(visit: Visit, rows: readonly FraudFinding[]): Promise<Findings> {
  const codes = new Set(rows.flatMap(({ hits }) => hits.flatMap(({ discountId }) => discountId ?? [])));
  const [creators, named] = await Promise.all([
    namesOf(visit.api, creatorsIn(rows)),
    Promise.all([...codes].map((id) => codeOf(visit, id))),
  ]);
  return { rows, names: new Map([...creators, ...named.flat()]) };
}

export const readFindingOf = async (visit: Visit): Promise<Findings> =>
  withNames(visit, (await visit.api.fraudFindings.list({ conversionId: visit.id })).data);

/** The page of a creator shows the open findings only. */
export async function readOpenFindings(visit: Visit): Promise<Findings> {
  const query = { affiliateId: visit.id, status: ['open' as const], limit: 10 };
  return withNames(visit, (await visit.api.fraudFindings.list(query)).data);
}

export function columnsOf(page: Page, names: Names): readonly Column<FraudFinding>[] {
  const { texts, format } = page;
  const { fraud: its } = texts;
  return [
    [its.created, ({ id, createdAt }) => html`<a href="${fraudPath}/${id}">${format.day(createdAt)}</a>`],
    [its.evidenceTitle, (row) => evidenceHtml(page, row, names)],
    [its.status, (row) => findingBadge(texts, row)],
  ];
}

export function findingsHtml(page: Page, { rows, names }: Findings, affiliateId?: string): Html {
  const { fraud: its } = page.texts;
  if (rows.length === 0) return nothing;
  const all = affiliateId && linkButton(`${fraudPath}?affiliateId=${affiliateId}`, its.toList, 'secondary');
  const list = table(page.c, { title: its.title, none: '' }, rows, columnsOf(page, names));
  return section(its.title, html`${list}${all ? html`<p>${all}</p>` : nothing}`, 'fraud');
}
