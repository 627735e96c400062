import * as z from 'zod';
import { command, option } from './command.ts';
import { brandOption } from './options.ts';
import { facts } from './text.ts';

/** Other numbers do not divide the 32 digits that an id can end with, so their partitions would have different sizes. */
const counts = ['2', '4', '8', '16', '32'] as const;

const partitionsOption = option(
  z.enum(counts).transform(Number),
  'count',
  `Partitions of each list: ${counts.join(', ')}; more than the brand has now`,
);

const spread = command({
  name: 'brand spread-lists',
  summary: 'Spread the lists of new conversions and commissions over more partitions, for a busy brand',
  options: { brand: brandOption, partitions: partitionsOption },
  positional: ['brand', 'partitions'],
  examples: ['--brand brd_01JD0000000000000000000000 --partitions 8'],
  action: async ({ brand: id, partitions }, { brands, now }) => {
    const { name, before, from } = await brands.spreadLists(id, partitions, now());
    return {
      data: { id, name, partitions, before, from },
      text: facts(`The lists of ${name} (${id}) become spread`, [
        ['partitions', String(partitions)],
        ['before', String(before)],
        ['in effect from', from],
      ]),
    };
  },
});

export const spreadCommands = [spread] as const;
