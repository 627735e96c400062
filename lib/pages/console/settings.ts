// Frames the settings: a tab for each subject.
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { addAudit } from './settings-audit.ts';
import { addBrandSettings } from './settings-brand.ts';
import { addExports } from './settings-exports.ts';
import { addSecondFactor } from './settings-factor.ts';
import { addApiKeys } from './settings-keys.ts';
import { addOwnAccount } from './settings-own.ts';
import { addTermsSettings } from './settings-terms.ts';
import { addUsers } from './settings-users.ts';
import { addWebhook } from './settings-webhook.ts';
import { addWebhooks } from './settings-webhooks.ts';
import { accountOf, showConsole } from './show.ts';
import { tabsHtml } from './tabs.ts';

const path = '/console/settings';

const tabs = ['', 'terms', 'users', 'own', 'api-keys', 'webhooks', 'exports', 'audit'] as const;

/** Members would only see that they may not. */
const forAdmins: readonly string[] = ['api-keys', 'webhooks', 'exports', 'audit'];

/** These exist once for the real data and the test data, so the API refuses them in test mode. */
const withoutTestData: readonly string[] = ['', 'users', 'own', 'api-keys', 'audit'];

const tabOf = (c: PageContext): string => c.req.path.split('/')[3] ?? '';

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

function onlyRealData(c: PageContext): Promise<Response> {
  const { settings, frame } = visitOf(c).texts;
  const body = html`<p>${settings.onlyRealData}</p><form method="post" action="/console/mode">
${hidden('mode', 'live')}${hidden('to', path)}<button>${frame.toLive}</button></form>`;
  return showSettings(c, { title: settings.title, body });
}

export function addSettings(app: Pages): void {
  app.use('/settings/*', async (c, next) =>
    visitOf(c).session?.mode === 'test' && withoutTestData.includes(tabOf(c)) ? onlyRealData(c) : next(),
  );
  addBrandSettings(app);
  addTermsSettings(app);
  addUsers(app);
  addOwnAccount(app);
  addSecondFactor(app);
  addApiKeys(app);
  addWebhooks(app);
  addWebhook(app);
  addExports(app);
  addAudit(app);
}
