import { waitForAggregation } from './aggregation-delay.ts';
import { command } from './command.ts';
import { brandOption } from './options.ts';
import { columns, facts } from './text.ts';

const rebuild = command({
  name: 'figures rebuild',
  summary:
    'Recalculate the figures of a brand from its ledger and its clicks and correct the differences; safe to repeat',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: id }, { getBrand, getBrandClock, figures }) => {
    const { id: brandId } = await getBrand(id);
    const now = (await getBrandClock(brandId)).now();
    const { items, differences, moving } = await figures.rebuildFigures(brandId, now, waitForAggregation);
    const corrected = differences.map(({ key: { pk, sk } }) => `${pk} ${sk}`);
    const summary = facts(`Corrected ${corrected.length} items`, [
      ['items', String(items)],
      ['still moving', String(moving)],
    ]);
    const list = corrected.length === 0 ? [] : [columns(corrected.map((item) => [item]))];
    return { data: { brandId, items, corrected, moving }, text: [summary, ...list].join('\n\n') };
  },
});

export const figureCommands = [rebuild] as const;
