// The German texts that only the portal has.
import { portal } from './de/portal.ts';
import { portalDetails } from './de/portal-details.ts';
import { portalLinks } from './de/portal-links.ts';
import { portalMoney } from './de/portal-money.ts';
import { portalPublic } from './de/portal-public.ts';
import type { en } from './en-portal.ts';

export const de: typeof en = { portal, portalDetails, portalLinks, portalMoney, portalPublic };
