// Shows a creator what orders earn: the own terms, and the campaigns with their links.
import { copyButton, facts, type Html, html, nothing, personName, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import type { Page } from './page.ts';
import { earnedText } from './rates.ts';

function campaignsHtml(page: Page): Html {
  const { c, texts, profile, format } = page;
  const { home: its } = texts.portal;
  if (profile.campaigns.length === 0) return nothing;
  const more = html`<br><small>${its.details}</small>`;
  const rows = table(c, { title: its.campaigns, none: '' }, profile.campaigns, [
    [its.campaign, ({ name }) => personName(name)],
    [
      its.rate,
      ({ rate, hasDetails }) =>
        html`<div>${earnedText(page, rate, format)}${whenever(hasDetails, () => more)}</div>`,
    ],
    [
      its.campaignLink,
      ({ link }) => html`<div class="copyable"><code>${link}</code>${copyButton(c, link)}</div>`,
    ],
    [its.campaignEnd, ({ endDate }) => format.calendarDay(endDate), 'number'],
  ]);
  return html`<h2>${its.campaigns}</h2>${rows}`;
}

export function termsHtml(page: Page): Html {
  const { texts, profile, format } = page;
  const { home: its } = texts.portal;
  const { rate, details, holdDays, attributionWindowDays } = profile.terms;
  const earned = earnedText(page, rate, format);
  const own = profile.campaigns.length === 0 ? earned : `${earned}, ${its.unlessCampaign}`;
  return html`<h2>${its.terms}</h2>${facts([
    [its.rate, html`${own}${whenever(details !== null, () => html`<br><small>${its.details}</small>`)}`],
    [its.window, its.windowDays(String(attributionWindowDays))],
    [its.hold, its.holdDays(String(holdDays))],
  ])}${campaignsHtml(page)}`;
}
