// Lists the pages in the menu of the console.
import type { NavigationItem } from '#lib/pages/shared/layout.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

export const navigationOf = ({ frame, customers, reports, settings }: Texts): readonly NavigationItem[] => [
  { path: '/console', label: frame.overview },
  { path: '/console/commissions', label: frame.commissions },
  { path: '/console/payouts', label: frame.payouts },
  { path: '/console/customers', label: customers.title },
  { path: '/console/reports', label: reports.title },
  { path: '/console/settings', label: settings.title },
];
