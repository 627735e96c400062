import { waitForAggregation } from './aggregation-delay.ts';
import { command } from './command.ts';
import { brandOption } from './options.ts';
import { columns, facts } from './text.ts';

const rebuild = command({
  name: 'reports rebuild',
  summary:
    'Recalculate the rollups of reports of a brand from its ledger and correct the differences; safe to repeat',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: id }, { getBrand, reports }) => {
    const { id: brandId } = await getBrand(id);
    const { rollups, differences, moving } = await reports.rebuildReports(brandId, waitForAggregation);
    const corrected = differences.map(({ key: { pk, sk } }) => `${pk} ${sk}`);
    const summary = facts(`Corrected ${corrected.length} rollups`, [
      ['rollups', String(rollups)],
      ['still moving', String(moving)],
    ]);
    const list = corrected.length === 0 ? [] : [columns(corrected.map((rollup) => [rollup]))];
    return { data: { brandId, rollups, corrected, moving }, text: [summary, ...list].join('\n\n') };
  },
});

export const reportCommands = [rebuild] as const;
