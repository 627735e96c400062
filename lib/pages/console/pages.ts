// The console of managers.

import { addCodes } from '#lib/pages/console/codes/list.ts';
import { addPayment } from '#lib/pages/console/creators/payment.ts';
import { addDisputes } from '#lib/pages/console/disputes/disputes.ts';
import { addFraud } from '#lib/pages/console/fraud/fraud.ts';
import { ordersPage } from '#lib/pages/console/orders/list.ts';
import { overviewPage } from '#lib/pages/console/overview/overview.ts';
import { payoutsPage } from '#lib/pages/console/payouts/list.ts';
import {
  payablesFile,
  payablesPage,
  paymentsFile,
  paymentsPage,
} from '#lib/pages/console/reports/owed-and-paid.ts';
import { consoleTextsOf } from '#lib/pages/console/texts.ts';
import { addPage, visitOf } from '#lib/pages/console/visit.ts';
import { newPages, type Pages } from '#lib/pages/shared/app.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { addCampaign } from './campaigns/detail.ts';
import * as campaigns from './campaigns/form.ts';
import { campaignsPage } from './campaigns/list.ts';
import { addCommissions } from './commissions/list.ts';
import { addApplicants } from './creators/applicants.ts';
import { creatorPage } from './creators/detail.ts';
import * as creators from './creators/form.ts';
import { addLinks } from './creators/links.ts';
import { creatorsPage } from './creators/list.ts';
import { addCustomers } from './customers/detail.ts';
import { addImports } from './imports/progress.ts';
import { addOrder } from './orders/detail.ts';
import { consoleFrame } from './page.ts';
import { addPayout } from './payouts/detail.ts';
import { createPayout, newPayoutPage } from './payouts/new.ts';
import { performanceFile, performancePage } from './reports/performance.ts';
import { addApiKeys } from './settings/api-keys.ts';
import { auditPage } from './settings/audit.ts';
import { addBrandSettings } from './settings/brand.ts';
import { addComparisons } from './settings/comparisons.ts';
import { addConnection } from './settings/connection.ts';
import { addConnections } from './settings/connections.ts';
import { addExchangeRates } from './settings/exchange-rates.ts';
import { addExports } from './settings/exports.ts';
import { onlyRealData } from './settings/frame.ts';
import { addOwnAccount } from './settings/own.ts';
import { addSecondFactor, demandSecondFactor } from './settings/second-factor.ts';
import { addUsers } from './settings/users.ts';
import { addWebhook } from './settings/webhook.ts';
import { addWebhooks } from './settings/webhooks.ts';
import { addSignIn } from './sign-in.ts';
import { addTerms } from './terms/owners.ts';
import { addTestMode } from './test-mode.ts';

const signInPath = () => '/console/sign-in';

/** A path with a fixed segment precedes the one with an id in its place. */
function addProgram(app: Pages): void {
  const creatorsPath = '/console/creators';
  addPage(app, creatorsPath, creatorsPage);
  addPage(app, `${creatorsPath}/invite`, creators.invitePage, { '': creators.invite });
  addPage(app, `${creatorsPath}/invite-many`, creators.inviteMany.page, { '': creators.inviteMany.run });
  addImports(app);
  addApplicants(app);
  addPage(app, `${creatorsPath}/:id`, creatorPage, { '/invitation': creators.inviteAgain });
  addPage(app, `${creatorsPath}/:id/change`, creators.changePage, { '': creators.change });
  addPayment(app);
  addLinks(app);
  const campaignsPath = '/console/campaigns';
  addPage(app, campaignsPath, campaignsPage);
  addPage(app, `${campaignsPath}/new`, campaigns.newCampaignPage, { '': campaigns.createCampaign });
  addCampaign(app);
  addPage(app, `${campaignsPath}/:id/change`, campaigns.changeCampaignPage, { '': campaigns.changeCampaign });
  addTerms(app);
  addCodes(app);
}

function addMoney(app: Pages): void {
  addPage(app, '/console/orders', ordersPage);
  addOrder(app);
  addCommissions(app);
  addDisputes(app);
  addFraud(app);
  addPage(app, '/console/payouts', payoutsPage);
  addPage(app, '/console/payouts/new', newPayoutPage, { '': createPayout });
  addPayout(app);
  addCustomers(app);
}

function addReports(app: Pages): void {
  const path = '/console/reports';
  addPage(app, path, performancePage);
  app.get(`${path}/performance.csv`, performanceFile);
  addPage(app, `${path}/payables`, payablesPage);
  app.get(`${path}/payables.csv`, payablesFile);
  addPage(app, `${path}/payments`, paymentsPage);
  app.get(`${path}/payments.csv`, paymentsFile);
}

function addSettings(app: Pages): void {
  addBrandSettings(app);
  addUsers(app);
  addOwnAccount(app);
  addSecondFactor(app);
  addApiKeys(app);
  addConnections(app);
  addConnection(app);
  addComparisons(app);
  addWebhooks(app);
  addWebhook(app);
  addExchangeRates(app);
  addExports(app);
  addPage(app, '/console/settings/audit', auditPage);
}

export function consolePages(): Pages {
  const app = newPages({
    name: 'console',
    base: '/console',
    signInPath,
    ownTexts: consoleTextsOf,
    frame: consoleFrame,
  });
  addSignIn(app);
  // The pages after this need a session.
  app.use('*', demandSecondFactor);
  app.use('*', async (c, next) => {
    if (visitOf(c).session !== undefined) return next();
    const { pathname, search } = new URL(c.req.url);
    const to = c.req.method === 'POST' ? undefined : `${pathname}${search}`;
    return c.redirect(pathWith(signInPath(), { to }), 303);
  });
  app.use('/console/settings/*', onlyRealData);
  addTestMode(app);
  addPage(app, '/console', overviewPage);
  addProgram(app);
  addMoney(app);
  addReports(app);
  addSettings(app);
  return app;
}
