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
  app.get('/creators', creatorsPage);
  app.get('/creators/invite', (c) => invitation.invitePage(c));
  app.post('/creators/invite', invitation.invite);
  app.get('/creators/invite-many', (c) => invitation.inviteManyPage(c));
  app.post('/creators/invite-many', invitation.inviteMany);
  app.get('/creators/:id', creatorPage);
  app.get('/creators/:id/change', (c) => creatorForm.changePage(c));
  app.post('/creators/:id/change', creatorForm.change);
}

function addCampaigns(app: Pages): void {
  app.get('/campaigns', campaignsPage);
  app.get('/campaigns/new', (c) => campaignForm.newCampaignPage(c));
  app.post('/campaigns/new', campaignForm.createCampaign);
  app.get('/campaigns/:id', (c) => campaignDetail.campaignPage(c));
  app.get('/campaigns/:id/change', (c) => campaignForm.changeCampaignPage(c));
  app.post('/campaigns/:id/change', campaignForm.changeCampaign);
  app.post('/campaigns/:id/members', campaignDetail.addMember);
  app.post('/campaigns/:id/members/remove', campaignDetail.removeMember);
  app.post('/campaigns/:id/delete', campaignDetail.deleteDraft);
}

function addCodes(app: Pages): void {
  app.get('/codes', codes.codesPage);
  app.get('/codes/new', (c) => codeForm.newCodePage(c));
  app.post('/codes/new', codeForm.createCode);
  app.get('/codes/many', (c) => codeForm.manyCodesPage(c));
  app.post('/codes/many', codeForm.createManyCodes);
  app.get('/codes/:id', (c) => codes.codePage(c));
  app.post('/codes/:id/status', codes.setStatus);
  app.post('/codes/:id/delete', codes.remove);
}

export function addProgram(app: Pages): void {
  addCreators(app);
  addCampaigns(app);
  addCodes(app);
  app.get('/orders', ordersPage);
  app.get('/orders/:id', (c) => order.orderPage(c));
  app.post('/orders/:id/refunds', order.refund);
}
