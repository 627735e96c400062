import type { Audit } from '#lib/audit/store/audit-pass.ts';
import { command } from './command.ts';
import { brandOption } from './options.ts';
import { facts, table } from './text.ts';

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
  summary: 'Recalculate all figures of a brand from its ledger and list the differences',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: brandId }, { getBrand, audit: { auditBrand } }) => {
    const { name, currency } = await getBrand(brandId);
    const audited = await auditBrand(brandId);
    const { entries, compared, moving, accounts, payoutsUnderWay, differences } = audited;
    const summary = facts(`${name}: ${differences.length} differences`, [
      ['entries', String(entries)],
      ['compared', String(compared)],
      ['still moving', String(moving)],
      ['payouts under way', String(payoutsUnderWay.length)],
      ...Object.entries(accounts)
        .toSorted()
        .map(([account, sum]): [string, string] => [account, `${sum} minor units of ${currency}`]),
    ]);
    return {
      data: { brandId, currency, ...audited },
      text: `${summary}\n\n${differencesTable(audited)}`,
      hasFailed: differences.length > 0,
    };
  },
});

export const auditCommands = [audit] as const;
