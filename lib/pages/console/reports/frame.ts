// Frames the reports with their tabs.
import { type Page, tabsHtml } from '#lib/pages/console/page.ts';
import { html } from '#lib/pages/shared/html.ts';
import type { Link, PageContent } from '#lib/pages/shared/layout.ts';

export const path = '/console/reports';

export function inReports({ c, texts, isAdmin }: Page, content: PageContent): PageContent {
  const { reports, payments } = texts;
  const tabs: readonly Link[] = [
    [path, reports.performance],
    [`${path}/payables`, reports.payables],
    // Tax numbers are only for admins.
    ...(isAdmin ? [[`${path}/payments`, payments.title] as const] : []),
  ];
  return { ...content, body: html`${tabsHtml(c, reports.title, tabs)}${content.body}` };
}
