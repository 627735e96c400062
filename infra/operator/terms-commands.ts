import * as z from 'zod';
import { presentTerms } from '#lib/access/brands/present/terms.ts';
import { maxUniqueClicksPerAddress } from '#lib/access/brands/rules/defaults.ts';
import { type BrandTerms, brandTerms } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import type { RateInput } from '#lib/foundation/shared/rates.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import { command, option } from './command.ts';
import { brandOption } from './options.ts';
import { facts } from './text.ts';

const anyHost = 'any';
const unlimited = 'unlimited';

export const termsFacts = (brand: Brand): readonly (readonly [string, string])[] => {
  const { commission, holdAboveShare, payoutMinimum } = presentTerms(brand);
  const { type, value } = commission;
  return [
    ['hold', `${brand.holdDays} days`],
    ['attribution window', `${brand.attributionWindowDays} days`],
    ['time zone', brand.timezone],
    ['rates changed by', brand.ratesByAdminsOnly ? 'admins only' : 'admins and members'],
    ['landing hosts', brand.landingHosts.length === 0 ? anyHost : brand.landingHosts.join(', ')],
    ['unique clicks per address', String(brand.uniqueClicksPerAddress ?? unlimited)],
    [
      'commission',
      type === 'percentage' ? `${value.rawJSON}%` : `${value.rawJSON} ${brand.currency} per order`,
    ],
    ['payout minimum', `${payoutMinimum.rawJSON} ${brand.currency}`],
    ['held for review', `above ${holdAboveShare.rawJSON}% of the order`],
  ];
};

function daysOption(schema: z.ZodOptional<z.ZodInt>, description: string) {
  const { minValue, maxValue } = schema.unwrap();
  const message = `Must be a whole number from ${minValue} to ${maxValue}`;
  const days = z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => schema.safeParse(value).success, message)
    .optional();
  return option(days, 'days', `${description} (${minValue} to ${maxValue})`);
}

const rateFormats = 'Must be a percentage such as 12.5%, or an amount in the brand’s currency such as 5';

/** Accepts a percentage of the order such as `12.5%`, or an amount per order in the brand's currency such as `5`. */
const commissionOption = z
  .string()
  .regex(/^\d+(\.\d+)?%?$/, rateFormats)
  .transform(
    (text): RateInput => ({
      type: text.endsWith('%') ? 'percentage' : 'fixed',
      value: Number(text.replace('%', '')),
    }),
  )
  .refine(({ value }) => value > 0, rateFormats)
  .optional();

const shareFormat = 'Must be a percentage from 0% to 100%, such as 50%';

const shareOption = z
  .string()
  .regex(/^\d+(\.\d+)?%?$/, shareFormat)
  .transform((text) => Number(text.replace('%', '')))
  .refine((value) => value <= 100, shareFormat)
  .optional();

const yesOrNo = z
  .enum(['yes', 'no'])
  .transform((answer) => answer === 'yes')
  .optional();

const { holdDays, attributionWindowDays, timezone, landingHosts, uniqueClicksPerAddress } = brandTerms.shape;

const hostsOption = z
  .string()
  .transform((text) => (text === anyHost ? [] : text.split(',')))
  .pipe(landingHosts.unwrap())
  .optional();

const uniqueClicksFormats = `Must be a whole number from 1 to ${maxUniqueClicksPerAddress}, or ${unlimited}`;

const uniqueClicksOption = z
  .string()
  .transform((text) => (text === unlimited ? null : Number(text)))
  .refine((value) => uniqueClicksPerAddress.safeParse(value).success, uniqueClicksFormats)
  .optional();

function requireOneTerm(terms: BrandTerms): BrandTerms {
  if (Object.values(terms).some((value) => value !== undefined)) return terms;
  const flags = Object.keys(brandTerms.shape)
    .map((term) => `--${toKebabCase(term)}`)
    .join(', ');
  throw new OperatorError('invalid', `brand set-terms needs at least one of ${flags}`);
}

const setTerms = command({
  name: 'brand set-terms',
  summary: 'Change the terms of a brand, effective for new orders',
  options: {
    brand: brandOption,
    holdDays: daysOption(holdDays, 'Days until a commission is approved automatically, unless it is held'),
    attributionWindowDays: daysOption(
      attributionWindowDays,
      'Attribution window after a click, unless the campaign sets its own',
    ),
    ratesByAdminsOnly: option(
      yesOrNo,
      'yes|no',
      'Whether only admins can change rates (default: members as well)',
    ),
    landingHosts: option(
      hostsOption,
      'hosts',
      'Hosts of landing pages, separated by commas; *.acme.test for all hosts below it, any for every public host',
    ),
    uniqueClicksPerAddress: option(
      uniqueClicksOption,
      'count',
      `Unique clicks that count from one address on one link and UTC day (1 to ${maxUniqueClicksPerAddress}, or ${unlimited})`,
    ),
    timezone: option(timezone, 'zone', 'IANA time zone of the days of campaigns, such as Europe/Berlin'),
    commission: option(
      commissionOption,
      'rate',
      'Default commission, unless the creator or the campaign has its own: 12.5%, or 5 for 5.00 per order',
    ),
    holdAboveShare: option(
      shareOption,
      'percentage',
      'Hold a commission for review if it is more than this share of its order: 0% to 100%, 50% by default',
    ),
  },
  examples: [
    '--brand brd_01JD0000000000000000000000 --hold-days 14 --commission 12.5%',
    '--brand brd_01JD0000000000000000000000 --rates-by-admins-only yes --landing-hosts "acme.test,*.acme.test"',
  ],
  action: async ({ brand: id, ...terms }, { settings, getBrandClock }) => {
    const changes = brandTerms.parse(requireOneTerm(terms));
    const brand = await settings.changeSettings(id, changes, (await getBrandClock(id)).now());
    return {
      data: { id, name: brand.name, ...presentTerms(brand) },
      text: facts(`Terms of ${brand.name} (${id})`, termsFacts(brand)),
    };
  },
});

export const termsCommands = [setTerms] as const;
