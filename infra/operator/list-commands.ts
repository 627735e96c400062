import { command } from './command.ts';
import { brandOption } from './options.ts';
import { facts } from './text.ts';

const index = command({
  name: 'lists index',
  summary: 'Add the keys of list filters to items of releases that did not write them; safe to repeat',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: id }, { getBrand, lists, search }) => {
    const brand = await getBrand(id);
    const { entries, commissions, discounts } = await lists.indexLists(brand);
    const creators = await search.indexSearch(brand.id);
    const changed = entries + commissions + discounts + creators;
    const text = facts(`Added the keys of ${changed} items`, [
      ['ledger entries', String(entries)],
      ['commissions', String(commissions)],
      ['discount codes', String(discounts)],
      ['creators', String(creators)],
    ]);
    return { data: { brandId: brand.id, entries, commissions, discounts, creators }, text };
  },
});

export const listCommands = [index] as const;
