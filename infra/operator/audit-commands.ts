// The operator's command on a brand's money.
import type { Audit } from '#lib/audit/store/audit.ts';
import { command } from './command.ts';
import { brandOption } from './options.ts';
import { facts, table } from './text.ts';

const headings = ['what', 'figure', 'by the ledger', 'stored'];

const differencesTable = ({ differences }: Audit): string =>
  table(
    headings,
    differences.map(({ subject, figure, expected, stored }) => [
      subject,
      figure,
      String(expected),
      String(stored),
    ]),
    'No difference',
  );

const audit = command({
  name: 'brand audit',
  summary:
    'Compute all sums of a brand once more from its ledger, and tell where those that stand there differ',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  run: async ({ brand: id }, { getBrand, audit: { auditBrand } }) => {
    const { name, currency } = await getBrand(id);
    const audited = await auditBrand(id);
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
      data: { brandId: id, currency, ...audited },
      text: `${summary}\n\n${differencesTable(audited)}`,
      hasFailed: differences.length > 0,
    };
  },
});

export const auditCommands = [audit] as const;
