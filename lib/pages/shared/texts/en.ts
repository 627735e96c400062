// The English texts of all areas.
import { common } from './en/common.ts';
import { reasons } from './en/reasons.ts';
import { signIn } from './en/sign-in.ts';

export const en = { common, signIn, reasons };
