// Frames the reports with their tabs.
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { html } from '#lib/pages/shared/html.ts';
import type { PageContent } from '#lib/pages/shared/layout.ts';
import { showConsole } from './show.ts';
import { tabsHtml } from './tabs.ts';

export function showReports(c: PageContext, page: PageContent): Promise<Response> {
  const { title, performance, payables } = visitOf(c).texts.reports;
  const tabs = tabsHtml(c, title, [
    ['/console/reports', performance],
    ['/console/reports/payables', payables],
  ]);
  return showConsole(c, { ...page, body: html`${tabs}${page.body}` });
}
