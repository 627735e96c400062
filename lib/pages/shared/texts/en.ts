// The English texts of all pages, by page.
import { commissions } from './en/commissions.ts';
import { common } from './en/common.ts';
import { frame } from './en/frame.ts';
import { overview } from './en/overview.ts';
import { payouts } from './en/payouts.ts';
import { portal } from './en/portal.ts';
import { portalMoney } from './en/portal-money.ts';
import { signIn } from './en/sign-in.ts';

export const en = { commissions, common, frame, overview, payouts, portal, portalMoney, signIn };
