// Lists the pages in the menu of the console.
import type { NavigationItem } from '#lib/pages/shared/layout.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

export const navigationOf = ({
  frame,
  creators,
  campaigns,
  codes,
  orders,
  customers,
  disputes,
  reports,
  settings,
}: Texts): readonly NavigationItem[] => [
  { path: '/console', label: frame.overview },
  { path: '/console/creators', label: creators.title },
  { path: '/console/campaigns', label: campaigns.title },
  { path: '/console/codes', label: codes.title },
  { path: '/console/orders', label: orders.title },
  { path: '/console/commissions', label: frame.commissions },
  { path: '/console/disputes', label: disputes.title },
  { path: '/console/payouts', label: frame.payouts },
  { path: '/console/customers', label: customers.title },
  { path: '/console/reports', label: reports.title },
  { path: '/console/settings', label: settings.title },
];
