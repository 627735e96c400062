// The operator's commands on brands.
import { type Brand, brandInput } from '#lib/brands/schema.ts';
import { httpsUrl } from '#lib/shared/urls.ts';
import { command, described } from './command.ts';
import {
  brandOption,
  emailOption,
  inUpperCase,
  passwordOption,
  planOption,
  statusOption,
} from './options.ts';
import { choosePassword } from './passwords.ts';
import { presentTerms, termsFacts } from './terms-commands.ts';
import { facts, table } from './text.ts';

/** What is shown of a brand: named one by one, so that nothing secret comes along. */
const present = (brand: Brand) => ({
  id: brand.id,
  name: brand.name,
  email: brand.email,
  plan: brand.plan,
  status: brand.subscriptionStatus,
  currency: brand.currency,
  landingUrl: brand.landingUrl,
  createdAt: brand.createdAt,
});

const fields = brandInput.unwrap().shape;

const create = command({
  name: 'brand create',
  summary: 'Create a brand and its first user, an admin',
  options: {
    name: described(fields.name, 'TEXT', 'The brand’s name'),
    email: described(emailOption, 'ADDRESS', 'The e-mail address of the brand and of its admin'),
    plan: planOption,
    password: passwordOption,
    currency: described(
      inUpperCase(fields.currency),
      'CODE',
      'ISO 4217 code of the money of this brand, for good',
    ),
    landingUrl: described(
      httpsUrl.optional(),
      'URL',
      'Where tracking links lead that no campaign leads elsewhere (https)',
    ),
  },
  examples: [
    '--name Acme --email ops@acme.test --plan growth',
    '--name "Bolt & Co" --email ops@bolt.test --plan scale --currency EUR --landing-url https://bolt.test',
  ],
  run: async ({ password: given, ...options }, { brands, now }) => {
    const chosen = choosePassword(given);
    const brand = present(await brands.createBrand(brandInput.parse(options), chosen.password, now()));
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
  run: async (_, { brands }) => {
    const data = (await brands.listBrands()).map(present);
    const rows = data.map(({ id, name, email, plan, status, currency, createdAt }) => [
      id,
      name,
      email,
      plan,
      status,
      currency,
      createdAt.slice(0, 10),
    ]);
    const headings = ['id', 'name', 'email', 'plan', 'status', 'currency', 'created'];
    return { data, text: table(headings, rows, 'No brands yet: brand create makes the first') };
  },
});

const show = command({
  name: 'brand show',
  summary: 'Show a brand, and what its creators work on',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  run: async ({ brand: id }, { getBrand }) => {
    const brand = await getBrand(id);
    const shown = present(brand);
    return {
      data: { ...shown, ...presentTerms(brand) },
      text: facts(shown.name, [
        ['id', id],
        ['e-mail', shown.email],
        ['plan', shown.plan],
        ['status', shown.status],
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
  summary: 'Put a brand on another plan, from its next request on',
  options: { brand: brandOption, plan: planOption },
  positional: ['brand', 'plan'],
  examples: ['--brand brd_01JD0000000000000000000000 --plan scale'],
  run: async ({ brand: id, plan }, { brands, getBrand }) => {
    await brands.setPlan(id, plan);
    const data = present(await getBrand(id));
    return { data, text: `${data.name} (${id}) is on the plan ${plan}` };
  },
});

const setStatus = command({
  name: 'brand set-status',
  summary: 'Set the status of a brand’s subscription, from its next request on',
  options: { brand: brandOption, status: statusOption },
  positional: ['brand', 'status'],
  examples: ['--brand brd_01JD0000000000000000000000 --status canceled'],
  run: async ({ brand: id, status }, { brands, getBrand }) => {
    await brands.setSubscriptionStatus(id, status);
    const data = present(await getBrand(id));
    return { data, text: `The subscription of ${data.name} (${id}) is ${status}` };
  },
});

export const brandCommands = [create, list, show, setPlan, setStatus] as const;
