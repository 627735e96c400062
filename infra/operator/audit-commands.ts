import type { Audit } from '#lib/audit/store/audit-pass.ts';
import type { ReportExamination } from '#lib/reports/store/rebuild.ts';
import { waitForAggregation } from './aggregation-delay.ts';
import { command } from './command.ts';
import { brandOption } from './options.ts';
import { facts, table } from './text.ts';

const namesOf = ({ differences }: ReportExamination): readonly string[] =>
  differences.map(({ key: { pk, sk } }) => `${pk} ${sk}`);

const reportsText = (examined: ReportExamination): readonly string[] =>
  examined.differences.length === 0
    ? []
    : [`Wrong rollups of reports (correct them with reports rebuild):\n${namesOf(examined).join('\n')}`];

const differencesTable = ({ differences }: Audit): string =>
  table(
    ['subject', 'figure', 'by the ledger', 'stored'],
    differences.map(({ subject, figure, expected, stored }) => [
      subject,
      figure,
      String(expected),
      String(stored),
    ]),
    'No differences',
  );

const audit = command({
  name: 'brand audit',
  summary: 'Recalculate all figures and reports of a brand from its ledger and list the differences',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: brandId }, { getBrand, audit: { auditBrand }, reports: { examineReports } }) => {
    const { name, currency } = await getBrand(brandId);
    const audited = await auditBrand(brandId);
    const reports = await examineReports(brandId, waitForAggregation);
    const { entries, compared, moving, accounts, payoutsUnderWay, differences } = audited;
    const summary = facts(`${name}: ${differences.length} differences`, [
      ['entries', String(entries)],
      ['compared', String(compared)],
      ['still moving', String(moving)],
      ['payouts under way', String(payoutsUnderWay.length)],
      ['rollups of reports', String(reports.rollups)],
      ['rollups still moving', String(reports.moving)],
      ...Object.entries(accounts)
        .toSorted()
        .map(([account, sum]): [string, string] => [account, `${sum} minor units of ${currency}`]),
    ]);
    return {
      data: {
        brandId,
        currency,
        ...audited,
        reports: { rollups: reports.rollups, moving: reports.moving, differences: namesOf(reports) },
      },
      text: [summary, differencesTable(audited), ...reportsText(reports)].join('\n\n'),
      hasFailed: differences.length + reports.differences.length > 0,
    };
  },
});

export const auditCommands = [audit] as const;
