// Frames the settings: a tab for each subject.
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { accountOf, showConsole } from './show.ts';
import { tabsHtml } from './tabs.ts';

const path = '/console/settings';

const tabs = [
  '',
  'portal',
  'mails',
  'terms',
  'users',
  'own',
  'api-keys',
  'webhooks',
  'exports',
  'audit',
] as const;

/** Members would only see that they may not. */
const forAdmins: readonly string[] = ['api-keys', 'webhooks', 'exports', 'audit'];

async function tabsOf(c: PageContext): Promise<Html> {
  const { tabs: names, title } = visitOf(c).texts.settings;
  const { me } = await accountOf(c);
  const shown = tabs.filter((tab) => me.role === 'admin' || !forAdmins.includes(tab));
  return tabsHtml(
    c,
    title,
    shown.map((tab) => [tab === '' ? path : `${path}/${tab}`, names[tab]]),
  );
}

export async function showSettings(c: PageContext, page: PageContent): Promise<Response> {
  return showConsole(c, { ...page, body: html`${await tabsOf(c)}<div class="settings">${page.body}</div>` });
}
