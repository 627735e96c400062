// The German texts of all areas.
import { common } from './de/common.ts';
import { reasons } from './de/reasons.ts';
import { signIn } from './de/sign-in.ts';
import type { en } from './en.ts';

export const de: typeof en = { common, signIn, reasons };
