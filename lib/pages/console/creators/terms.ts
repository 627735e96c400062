// Shows the terms of a creator or a campaign.
import type { TermsAnswer, TermsRate } from '#lib/client/index.ts';
import { rateText } from '#lib/pages/console/input.ts';
import { facts } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';

export function termsHtml(c: PageContext, { terms, validFrom }: TermsAnswer, format: Format): Html {
  const { creators } = visitOf(c).texts;
  if (terms === null) return html`<p>${creators.noTerms}</p>`;
  const { rate, rules, tiers, caps } = terms;
  const rateOf = (one: TermsRate): string =>
    one.per === 'item' ? creators.perItem(rateText(format, one)) : rateText(format, one);
  const cap = (amount: number | undefined): string => (amount === undefined ? '–' : format.money(amount));
  return html`${facts([
    [creators.baseRate, rateOf(rate)],
    [creators.rules, format.number(rules.length)],
    [creators.tiers, tiers === undefined ? creators.no : creators.yes],
    [creators.capPerOrder, cap(caps.perOrder)],
    [creators.capPerMonth, cap(caps.perMonth)],
  ])}<p><small>${creators.termsFrom(validFrom === null ? '–' : format.day(validFrom))}</small></p>`;
}
