// The English texts of all pages, by page.
import * as account from './en/account.ts';
import { commissions } from './en/commissions.ts';
import { common } from './en/common.ts';
import { frame } from './en/frame.ts';
import { overview } from './en/overview.ts';
import { payouts } from './en/payouts.ts';
import * as record from './en/record.ts';
import * as reports from './en/reports.ts';
import * as settings from './en/settings.ts';
import { signIn } from './en/sign-in.ts';

export const en = {
  commissions,
  common,
  frame,
  overview,
  payouts,
  signIn,
  ...account,
  ...record,
  ...reports,
  ...settings,
};
