// The German texts of all pages, by page.
import { commissions } from './de/commissions.ts';
import { common } from './de/common.ts';
import { frame } from './de/frame.ts';
import { overview } from './de/overview.ts';
import { payouts } from './de/payouts.ts';
import { portal } from './de/portal.ts';
import { portalMoney } from './de/portal-money.ts';
import { signIn } from './de/sign-in.ts';
import type { en } from './en.ts';

export const de: typeof en = { commissions, common, frame, overview, payouts, portal, portalMoney, signIn };
