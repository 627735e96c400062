// The German texts of all pages, by page.
import * as account from './de/account.ts';
import { commissions } from './de/commissions.ts';
import { common } from './de/common.ts';
import { frame } from './de/frame.ts';
import { overview } from './de/overview.ts';
import { payouts } from './de/payouts.ts';
import * as record from './de/record.ts';
import * as reports from './de/reports.ts';
import * as settings from './de/settings.ts';
import { signIn } from './de/sign-in.ts';
import type { en } from './en.ts';

export const de: typeof en = {
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
