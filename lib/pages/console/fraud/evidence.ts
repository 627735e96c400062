// Tells in sentences why an order or a creator matches fraud rules.
import type { FraudFinding, FraudHit } from '#lib/client/index.ts';
import { type Names, namedCreator } from '#lib/pages/console/customers/list.ts';
import { orderPath } from '#lib/pages/console/orders/list.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';

export const creatorsIn = (findings: readonly FraudFinding[]): readonly (string | null)[] =>
  findings.flatMap(({ affiliateId, hits }) => [
    affiliateId,
    ...hits.map(({ otherAffiliateId }) => otherAffiliateId),
  ]);

/** A sentence names its links in braces, because languages order them differently. */
const filled = (sentence: string, links: Readonly<Record<string, Html>>): Html =>
  html`${sentence.split(/[{}]/).map((part, index) => (index % 2 === 0 ? part : (links[part] ?? part)))}`;

/** Orders by the discount code of a finding, whose name may be gone. */
const codeLink = (names: Names, id: string): Html =>
  html`<a href="${pathWith('/console/orders', { discountId: id })}"><bdi>${names.get(id) ?? id}</bdi></a>`;

function sentenceOf({ texts, format }: Page, finding: FraudFinding, names: Names, hit: FraudHit): Html {
  const { fraud: its } = texts;
  const { conversionId, orderId, affiliateId } = finding;
  const { clickId, otherAffiliateId, discountId, count, total } = hit;
  return filled(its.evidence[hit.match] ?? hit.match, {
    order: html`<a href="${orderPath(conversionId ?? '')}"><bdi>${orderId ?? ''}</bdi></a>`,
    creator: namedCreator(texts, names, affiliateId),
    other: namedCreator(texts, names, otherAffiliateId),
    click: html`<a href="${orderPath(conversionId ?? '')}"><code>${clickId ?? ''}</code></a>`,
    code: codeLink(names, discountId ?? ''),
    count: html`${format.number(count ?? 0)}`,
    total: html`${format.number(total ?? 0)}`,
  });
}

export const evidenceHtml = (page: Page, finding: FraudFinding, names: Names): Html =>
  html`<div>${finding.hits.map((hit, index) => html`${index === 0 ? '' : html`<br>`}${sentenceOf(page, finding, names, hit)}`)}</div>`;

export const rulesOf = ({ texts: { fraud } }: Page, { hits }: FraudFinding): string =>
  hits
    .map(({ rule, action }) => `${fraud.rules[rule]?.[0] ?? rule} (${fraud.actions[action] ?? action})`)
    .join(', ');
