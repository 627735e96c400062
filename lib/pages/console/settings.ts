// Adds the pages of the settings.
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { addAudit } from './settings-audit.ts';
import { addBrandSettings } from './settings-brand.ts';
import { addExports } from './settings-exports.ts';
import { addSecondFactor } from './settings-factor.ts';
import { showSettings } from './settings-frame.ts';
import { addApiKeys } from './settings-keys.ts';
import { addOwnAccount } from './settings-own.ts';
import { addTermsSettings } from './settings-terms.ts';
import { addUsers } from './settings-users.ts';
import { addWebhook } from './settings-webhook.ts';
import { addWebhooks } from './settings-webhooks.ts';

/** These exist once for the real data and the test data, so the API refuses them in test mode. */
const withoutTestData: readonly string[] = ['', 'portal', 'mails', 'users', 'own', 'api-keys', 'audit'];

const tabOf = (c: PageContext): string => c.req.path.split('/')[3] ?? '';

function onlyRealData(c: PageContext): Promise<Response> {
  const { settings, frame } = visitOf(c).texts;
  const body = html`<p>${settings.onlyRealData}</p><form method="post" action="/console/mode">
${hidden('mode', 'live')}${hidden('to', '/console/settings')}<button>${frame.toLive}</button></form>`;
  return showSettings(c, { title: settings.title, body });
}

export function addSettings(app: Pages): void {
  app.use('/console/settings/*', async (c, next) =>
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
