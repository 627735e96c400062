// Frames the reports with their tabs.
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { accountOf, showConsole } from './show.ts';
import { tabsHtml } from './tabs.ts';

export async function showReports(c: PageContext, page: PageContent): Promise<Response> {
  const { reports, payments } = visitOf(c).texts;
  const { me } = await accountOf(c);
  const tabs = [
    ['/console/reports', reports.performance],
    ['/console/reports/payables', reports.payables],
    // Tax numbers are only for admins.
    ...(me.role === 'admin' ? [['/console/reports/payments', payments.title] as const] : []),
  ] as const;
  return showConsole(c, { ...page, body: html`${tabsHtml(c, reports.title, tabs)}${page.body}` });
}
