// The German texts of all pages, by page.

import { keys, own, users } from './de/account.ts';
import { common } from './de/common.ts';
import { frame } from './de/frame.ts';
import { overview } from './de/overview.ts';
import { audit, exports, webhooks } from './de/record.ts';
import { customers, reports } from './de/reports.ts';
import { brand, settings, terms } from './de/settings.ts';
import { signIn } from './de/sign-in.ts';
import type { en } from './en.ts';

export const de: typeof en = {
  common,
  frame,
  overview,
  signIn,
  keys,
  own,
  users,
  audit,
  exports,
  webhooks,
  customers,
  reports,
  brand,
  settings,
  terms,
};
