// Shows the terms of a creator or a campaign.
import type { TermsAnswer, TermsRate } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { facts, type Html, html } from '#lib/pages/shared/html.ts';

export function termsHtml(
  { texts: { creators: its }, format }: Page,
  { terms, validFrom }: TermsAnswer,
): Html {
  if (terms === null) return html`<p>${its.noTerms}</p>`;
  const { rate, rules, tiers, caps } = terms;
  const rateOf = (one: TermsRate): string =>
    one.per === 'item' ? its.perItem(format.rate(one)) : format.rate(one);
  return html`${facts([
    [its.baseRate, rateOf(rate)],
    [its.rules, format.number(rules.length)],
    [its.tiers, tiers === undefined ? its.no : its.yes],
    [its.capPerOrder, format.money(caps.perOrder)],
    [its.capPerMonth, format.money(caps.perMonth)],
  ])}<p><small>${its.termsFrom(format.day(validFrom))}</small></p>`;
}
