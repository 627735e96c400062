// The operator's commands on what a brand's creators work on.
import * as z from 'zod';
import { type Brand, type BrandTerms, brandTerms } from '#lib/brands/schema.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { presentRate, type RateInput } from '#lib/shared/rates.ts';
import { command, described } from './command.ts';
import { brandOption } from './options.ts';
import { facts } from './text.ts';

/** What is shown of a brand's terms. */
export const presentTerms = ({ holdDays, attributionWindowDays, commission, currency }: Brand) => ({
  holdDays,
  attributionWindowDays,
  commission: presentRate(commission, currency),
});

export const termsFacts = (brand: Brand): readonly (readonly [string, string])[] => {
  const { type, value } = presentTerms(brand).commission;
  return [
    ['hold', `${brand.holdDays} days`],
    ['attribution window', `${brand.attributionWindowDays} days`],
    [
      'commission',
      type === 'percentage' ? `${value.rawJSON}%` : `${value.rawJSON} ${brand.currency} an order`,
    ],
  ];
};

/** A whole number, as it is typed; what it may be is said after what it is. */
function days(schema: z.ZodOptional<z.ZodInt>, description: string) {
  const { minValue, maxValue } = schema.unwrap();
  const option = z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given),
    schema,
  );
  return described(option, 'DAYS', `${description}: ${minValue} to ${maxValue}`);
}

const rateForms = 'Must be a percentage, such as 12.5%, or an amount of the brand’s money, such as 5';

/** `12.5%` of an order, or `5` of the brand's money for each. */
const commissionOption = z
  .string()
  .regex(/^\d+(\.\d+)?%?$/, rateForms)
  .transform(
    (text): RateInput => ({
      type: text.endsWith('%') ? 'percentage' : 'fixed',
      value: Number(text.replace('%', '')),
    }),
  )
  .refine(({ value }) => value > 0, rateForms)
  .optional();

const { holdDays, attributionWindowDays } = brandTerms.unwrap().shape;

function demandOne(terms: BrandTerms): BrandTerms {
  if (Object.values(terms).some((value) => value !== undefined)) return terms;
  throw new DomainError(
    'invalid',
    'brand set-terms needs at least one of its terms (see brand set-terms --help)',
  );
}

const setTerms = command({
  name: 'brand set-terms',
  summary: 'Set what a brand’s creators work on, for orders from now on',
  options: {
    brand: brandOption,
    holdDays: days(holdDays, 'Until a commission approves itself, unless someone must look at it'),
    attributionWindowDays: days(
      attributionWindowDays,
      'After a click, in which an order may be its, where the campaign does not say',
    ),
    commission: described(
      commissionOption,
      'RATE',
      'Where neither the creator nor the campaign has its own: 12.5%, or 5 for 5.00 an order',
    ),
  },
  examples: ['--brand brd_01JD0000000000000000000000 --hold-days 14 --commission 12.5%'],
  run: async ({ brand: id, ...terms }, { brands, now }) => {
    const brand = await brands.setTerms(id, brandTerms.parse(demandOne(terms)), now());
    return {
      data: { id, name: brand.name, ...presentTerms(brand) },
      text: facts(`The terms of ${brand.name} (${id})`, termsFacts(brand)),
    };
  },
});

export const termsCommands = [setTerms] as const;
