// The English texts of all pages, by page.

import { keys, own, users } from './en/account.ts';
import { common } from './en/common.ts';
import { frame } from './en/frame.ts';
import { overview } from './en/overview.ts';
import { audit, exports, webhooks } from './en/record.ts';
import { customers, reports } from './en/reports.ts';
import { brand, settings, terms } from './en/settings.ts';
import { signIn } from './en/sign-in.ts';

export const en = {
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
