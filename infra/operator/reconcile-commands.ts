import type { Reconciliation } from '#lib/care/reconciliation/store/reconcile-pass.ts';
import type { FigureExamination } from '#lib/outlets/figures/store/rebuild.ts';
import { waitForAggregation } from './aggregation-delay.ts';
import { command } from './command.ts';
import { brandOption } from './options.ts';
import { facts, table } from './text.ts';

const namesOf = ({ differences }: FigureExamination): readonly string[] =>
  differences.map(({ key: { pk, sk } }) => `${pk} ${sk}`);

const figuresText = (examined: FigureExamination): readonly string[] =>
  examined.differences.length === 0
    ? []
    : [`Wrong figures (correct them with figures rebuild):\n${namesOf(examined).join('\n')}`];

const differencesTable = ({ differences }: Reconciliation): string =>
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

const reconciliation = command({
  name: 'brand reconcile',
  summary: 'Recalculate all figures of a brand from its ledger and its clicks and list the differences',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async (
    { brand: brandId },
    { getBrand, getBrandClock, reconciliation: { reconcileBrand }, figures },
  ) => {
    const { name, currency } = await getBrand(brandId);
    const reconciled = await reconcileBrand(brandId);
    const now = (await getBrandClock(brandId)).now();
    const examined = await figures.examineFigures(brandId, now, waitForAggregation);
    const { entries, compared, moving, accounts, payoutsUnderWay, differences } = reconciled;
    const summary = facts(`${name}: ${differences.length} differences`, [
      ['entries', String(entries)],
      ['compared', String(compared)],
      ['still moving', String(moving)],
      ['payouts under way', String(payoutsUnderWay.length)],
      ['items of figures', String(examined.items)],
      ['items still moving', String(examined.moving)],
      ...Object.entries(accounts)
        .toSorted()
        .map(([account, sum]): [string, string] => [account, `${sum} minor units of ${currency}`]),
    ]);
    return {
      data: {
        brandId,
        currency,
        ...reconciled,
        figures: { items: examined.items, moving: examined.moving, differences: namesOf(examined) },
      },
      text: [summary, differencesTable(reconciled), ...figuresText(examined)].join('\n\n'),
      hasFailed: differences.length + examined.differences.length > 0,
    };
  },
});

export const reconcileCommands = [reconciliation] as const;
