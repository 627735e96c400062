// Adds the pages of the program: creators, campaigns, codes and orders.

import type { TermsChange } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { addApplicants } from './applicants.ts';
import * as campaignDetail from './campaigns/detail.ts';
import * as campaignForm from './campaigns/form.ts';
import { campaignPath, campaignsPage } from './campaigns/list.ts';
import * as codeForm from './codes/create.ts';
import * as codes from './codes/list.ts';
import * as creatorForm from './creators/change.ts';
import { creatorPage } from './creators/detail.ts';
import * as invitation from './creators/invite.ts';
import { creatorPath, creatorsPage, nameOf } from './creators/list.ts';
import { addPayment } from './creators/payment-form.ts';
import { addImports } from './imports/imports.ts';
import { idIn } from './inputs.ts';
import * as order from './orders/detail.ts';
import { ordersPage } from './orders/list.ts';
import { showConsole } from './show.ts';
import { addTermsPage } from './terms-page.ts';

function addCreators(app: Pages): void {
  app.get('/console/creators', creatorsPage);
  app.get('/console/creators/invite', (c) => invitation.invitePage(c));
  app.post('/console/creators/invite', invitation.invite);
  app.get('/console/creators/invite-many', invitation.inviteMany.page);
  app.post('/console/creators/invite-many', invitation.inviteMany.handle);
  addImports(app);
  addApplicants(app);
  app.get('/console/creators/:id', (c) => creatorPage(c));
  app.post('/console/creators/:id/invitation', invitation.inviteAgain);
  app.get('/console/creators/:id/change', (c) => creatorForm.changePage(c));
  app.post('/console/creators/:id/change', creatorForm.change);
  addPayment(app);
}

function addCampaigns(app: Pages): void {
  app.get('/console/campaigns', campaignsPage);
  app.get('/console/campaigns/new', (c) => campaignForm.newCampaignPage(c));
  app.post('/console/campaigns/new', campaignForm.createCampaign);
  app.get('/console/campaigns/:id', (c) => campaignDetail.campaignPage(c));
  app.get('/console/campaigns/:id/change', (c) => campaignForm.changeCampaignPage(c));
  app.post('/console/campaigns/:id/change', campaignForm.changeCampaign);
  app.post('/console/campaigns/:id/members', campaignDetail.addMember);
  app.post('/console/campaigns/:id/members/remove', campaignDetail.removeMember);
  app.post('/console/campaigns/:id/delete', campaignDetail.deleteDraft);
}

function addCodes(app: Pages): void {
  app.get('/console/codes', codes.codesPage);
  app.get('/console/codes/new', (c) => codeForm.newCodePage(c));
  app.post('/console/codes/new', codeForm.createCode);
  app.get('/console/codes/many', codeForm.manyCodes.page);
  app.post('/console/codes/many', codeForm.manyCodes.handle);
  app.get('/console/codes/:id', (c) => codes.codePage(c));
  app.post('/console/codes/:id/status', codes.setStatus);
  app.post('/console/codes/:id/delete', codes.remove);
}

const showTerms = (c: PageContext, page: PageContent): Promise<Response> =>
  showConsole(c, { ...page, body: html`<div class="settings">${page.body}</div>` });

/** The terms of one campaign, and of one creator. */
function addTerms(app: Pages): void {
  addTermsPage(app, '/console/campaigns/:id/terms', (c) => {
    const { api, texts } = visitOf(c);
    const id = idIn(c);
    const set = (change: TermsChange) => api.campaigns.setTerms(id, change);
    const action = `${campaignPath(id)}/terms`;
    const owner = api.campaigns
      .get(id)
      .then(({ name }) => ({ title: texts.terms.of(name), action, set, show: showTerms }));
    return { owner, answer: api.campaigns.getTerms(id) };
  });
  addTermsPage(app, '/console/creators/:id/terms', (c) => {
    const { api, texts } = visitOf(c);
    const id = idIn(c);
    const set = (change: TermsChange) => api.affiliates.setTerms(id, change);
    const action = `${creatorPath(id)}/terms`;
    const owner = api.affiliates
      .get(id)
      .then((creator) => ({ title: texts.terms.of(nameOf(texts, creator)), action, set, show: showTerms }));
    return { owner, answer: api.affiliates.getTerms(id) };
  });
}

export function addProgram(app: Pages): void {
  addCreators(app);
  addCampaigns(app);
  addTerms(app);
  addCodes(app);
  app.get('/console/orders', ordersPage);
  app.get('/console/orders/:id', (c) => order.orderPage(c));
  app.post('/console/orders/:id/refunds', order.refund);
}
