// Adds the pages of the program: creators, campaigns, codes and orders.
import type { Pages } from '#lib/pages/shared/app.ts';
import * as campaignDetail from './campaigns/detail.ts';
import * as campaignForm from './campaigns/form.ts';
import { campaignsPage } from './campaigns/list.ts';
import * as codeForm from './codes/create.ts';
import * as codes from './codes/list.ts';
import * as creatorForm from './creators/change.ts';
import { creatorPage } from './creators/detail.ts';
import * as invitation from './creators/invite.ts';
import { creatorsPage } from './creators/list.ts';
import * as order from './orders/detail.ts';
import { ordersPage } from './orders/list.ts';

function addCreators(app: Pages): void {
  app.get('/console/creators', creatorsPage);
  app.get('/console/creators/invite', (c) => invitation.invitePage(c));
  app.post('/console/creators/invite', invitation.invite);
  app.get('/console/creators/invite-many', invitation.inviteMany.page);
  app.post('/console/creators/invite-many', invitation.inviteMany.handle);
  app.get('/console/creators/:id', creatorPage);
  app.get('/console/creators/:id/change', (c) => creatorForm.changePage(c));
  app.post('/console/creators/:id/change', creatorForm.change);
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

export function addProgram(app: Pages): void {
  addCreators(app);
  addCampaigns(app);
  addCodes(app);
  app.get('/console/orders', ordersPage);
  app.get('/console/orders/:id', (c) => order.orderPage(c));
  app.post('/console/orders/:id/refunds', order.refund);
}
