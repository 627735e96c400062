import * as z from 'zod';
import { maxRequestsPerMinute, requestsPerMinuteOf } from '#lib/access/billing/rules/plans.ts';
import { presentTerms } from '#lib/access/brands/present/terms.ts';
import { brandInput } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import { httpsUrl } from '#lib/foundation/shared/urls.ts';
import { command, option } from './command.ts';
import {
  brandOption,
  emailOption,
  inUpperCase,
  passwordOption,
  planOption,
  statusOption,
} from './options.ts';
import { choosePassword } from './passwords.ts';
import { termsFacts } from './terms-commands.ts';
import { facts, table } from './text.ts';

/** Lists the fields to print one by one, so that a secret field is never printed. */
const present = (brand: Brand) => ({
  id: brand.id,
  name: brand.name,
  email: brand.email,
  mode: isTwinId(brand.id) ? 'test' : 'live',
  plan: brand.plan,
  status: brand.subscriptionStatus,
  currency: brand.currency,
  landingUrl: brand.landingUrl,
  createdAt: brand.createdAt,
});

const fields = brandInput.shape;

const create = command({
  name: 'brand create',
  summary: 'Create a brand and its first user, an admin',
  options: {
    name: option(fields.name, 'text', 'Name of the brand'),
    email: option(emailOption, 'address', 'E-mail address of the brand and of its first user'),
    plan: planOption,
    password: passwordOption,
    currency: option(
      inUpperCase(fields.currency),
      'code',
      'ISO 4217 currency code, which cannot change later',
    ),
    landingUrl: option(
      httpsUrl.optional(),
      'url',
      'Landing page (https) of tracking links whose campaign has none',
    ),
  },
  examples: [
    '--name Acme --email ops@acme.test --plan growth',
    '--name "Bolt & Co" --email ops@bolt.test --plan scale --currency EUR --landing-url https://bolt.test',
  ],
  action: async ({ password, ...input }, { brands, now }) => {
    const chosen = choosePassword(password);
    const brand = present(await brands.createBrand(brandInput.parse(input), chosen.password, now()));
    const { id, name, plan, currency, landingUrl, email } = brand;
    return {
      data: { ...brand, admin: { email, ...chosen.shown } },
      text: facts(`Created ${name}`, [
        ['id', id],
        ['plan', plan],
        ['currency', currency],
        ['landing URL', landingUrl ?? 'none'],
        ['admin', email],
        ...chosen.facts,
      ]),
    };
  },
});

const list = command({
  name: 'brand list',
  summary: 'List all brands, oldest first',
  options: {},
  examples: [''],
  action: async (_, { brands }) => {
    const found = await brands.listBrands();
    const data = found.map(({ id, brand }) =>
      brand === undefined ? { id, failure: 'the brand cannot be read' } : present(brand),
    );
    const rows = data.map((brand) => {
      if ('failure' in brand) return [brand.id, brand.failure];
      const { id, name, email, mode, plan, status, currency, createdAt } = brand;
      return [id, name, email, mode, plan, status, currency, createdAt.slice(0, 10)];
    });
    const headings = ['id', 'name', 'email', 'mode', 'plan', 'status', 'currency', 'created'];
    return {
      data,
      text: table(headings, rows, 'No brands yet: add one with brand create'),
      hasFailed: found.some(({ brand }) => brand === undefined),
    };
  },
});

const show = command({
  name: 'brand show',
  summary: 'Show a brand and its terms',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: id }, { getBrand }) => {
    const brand = await getBrand(id);
    const shown = present(brand);
    return {
      data: { ...shown, ...presentTerms(brand) },
      text: facts(shown.name, [
        ['id', id],
        ['e-mail', shown.email],
        ['plan', shown.plan],
        ['status', shown.status],
        ['requests per minute', String(requestsPerMinuteOf(brand))],
        ['currency', shown.currency],
        ['landing URL', shown.landingUrl ?? 'none'],
        ['created', shown.createdAt],
        ...termsFacts(brand),
      ]),
    };
  },
});

const setPlan = command({
  name: 'brand set-plan',
  summary: 'Change the plan of a brand, effective on its next request',
  options: { brand: brandOption, plan: planOption },
  positional: ['brand', 'plan'],
  examples: ['--brand brd_01JD0000000000000000000000 --plan scale'],
  action: async ({ brand: id, plan }, { brands, getBrand }) => {
    await brands.setPlan(id, plan);
    const data = present(await getBrand(id));
    return { data, text: `${data.name} (${id}) is now on the ${plan} plan` };
  },
});

const ofPlan = 'plan';

const setRequestLimit = command({
  name: 'brand set-request-limit',
  summary: 'Change how many requests a brand may send in a minute, effective on its next request',
  options: {
    brand: brandOption,
    perMinute: option(
      z
        .string()
        .transform((text) => (text === ofPlan ? null : Number(text)))
        .refine(
          (value) =>
            value === null || (Number.isInteger(value) && value >= 1 && value <= maxRequestsPerMinute),
          `Must be a whole number from 1 to ${maxRequestsPerMinute}, or ${ofPlan}`,
        ),
      'count',
      `Requests in a minute, 1 to ${maxRequestsPerMinute}, or ${ofPlan} for the limit of the plan`,
    ),
  },
  positional: ['brand', 'perMinute'],
  examples: ['--brand brd_01JD0000000000000000000000 --per-minute 12000'],
  action: async ({ brand: id, perMinute }, { brands, getBrand }) => {
    await brands.setRequestLimit(id, perMinute);
    const brand = await getBrand(id);
    const requestsPerMinute = requestsPerMinuteOf(brand);
    return {
      data: { ...present(brand), requestsPerMinute },
      text: `${brand.name} (${id}) may send ${requestsPerMinute} requests in a minute`,
    };
  },
});

const setStatus = command({
  name: 'brand set-status',
  summary: 'Change the subscription status of a brand, effective on its next request',
  options: { brand: brandOption, status: statusOption },
  positional: ['brand', 'status'],
  examples: ['--brand brd_01JD0000000000000000000000 --status canceled'],
  action: async ({ brand: id, status }, { brands, getBrand }) => {
    await brands.setSubscriptionStatus(id, status);
    const data = present(await getBrand(id));
    return { data, text: `The subscription of ${data.name} (${id}) is now ${status}` };
  },
});

export const brandCommands = [create, list, show, setPlan, setStatus, setRequestLimit] as const;
