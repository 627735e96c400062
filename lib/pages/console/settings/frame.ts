// Frames the settings: a tab for each subject.

import type { MiddlewareHandler } from 'hono';
import { type Page, plainPage, tabsHtml } from '#lib/pages/console/page.ts';
import { visitOf } from '#lib/pages/console/visit.ts';
import type { PageEnv } from '#lib/pages/shared/context.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';

export const path = '/console/settings';

const tabs = [
  ...(['', 'portal', 'mails', 'terms', 'exchange-rates', 'users', 'own'] as const),
  ...(['connections', 'api-keys', 'webhooks', 'exports', 'audit'] as const),
];

/** Members would only see that they may not. */
const forAdmins: readonly string[] = ['connections', 'api-keys', 'webhooks', 'exports', 'audit'];

export function inSettings({ c, texts, isAdmin }: Page, content: PageContent): PageContent {
  const { tabs: names, title } = texts.settings;
  const links = tabs
    .filter((tab) => isAdmin || !forAdmins.includes(tab))
    .map((tab) => [tab === '' ? path : `${path}/${tab}`, names[tab]] as const);
  return { ...content, body: html`${tabsHtml(c, title, links)}<div class="settings">${content.body}</div>` };
}

/** These exist once for the real data and the test data, so the API refuses them in test mode. */
const withoutTestData: readonly string[] = ['', 'portal', 'mails', 'users', 'own', 'api-keys', 'audit'];

const realDataPage = plainPage(({ texts: { settings, frame } }) => {
  const body = html`<p>${settings.onlyRealData}</p><form method="post" action="/console/mode">
${hidden('mode', 'live')}${hidden('to', path)}<button>${frame.toLive}</button></form>`;
  return { title: settings.title, body };
}, inSettings);

export const onlyRealData: MiddlewareHandler<PageEnv> = async (c, next) => {
  const tab = c.req.path.split('/')[3] ?? '';
  return visitOf(c).session?.mode === 'test' && withoutTestData.includes(tab) ? realDataPage(c) : next();
};
