// The English texts that only the portal has.
import { portal } from './en/portal.ts';
import { portalDetails } from './en/portal-details.ts';
import { portalLinks } from './en/portal-links.ts';
import { portalMoney } from './en/portal-money.ts';
import { portalPublic } from './en/portal-public.ts';

export const en = { portal, portalDetails, portalLinks, portalMoney, portalPublic };
