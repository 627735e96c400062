// The English texts of all pages, by page.
import { common } from './en/common.ts';
import { frame } from './en/frame.ts';
import { portal } from './en/portal.ts';
import { portalMoney } from './en/portal-money.ts';
import { signIn } from './en/sign-in.ts';

export const en = { common, frame, portal, portalMoney, signIn };
