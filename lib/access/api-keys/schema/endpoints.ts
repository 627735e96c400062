// Defines the input and the responses of the endpoints of API keys.
import * as z from 'zod';
import { parseIpRange } from '#lib/access/api-keys/rules/allowed-ips.ts';
import { defaultOverlapHours, maxOverlapHours } from '#lib/access/api-keys/rules/overlap.ts';
import { grantedScope, keyMode } from '#lib/access/api-keys/schema/stored.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { type GrantedScope, scopes } from '#lib/foundation/contract/scope.ts';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

const maxAllowedIps = 50;

/** `*` contains all other scopes. */
const withoutRepetition = (given: readonly GrantedScope[]): GrantedScope[] =>
  given.includes('*') ? ['*'] : [...new Set(given)];

const name = displayText(100);

const scopesInput = z
  .array(grantedScope)
  .min(1, 'Must contain at least one scope, or be ["*"]')
  .max(scopes.length)
  .transform(withoutRepetition)
  .meta({
    description:
      'The areas that the key may read or write. A scope to write contains the scope to read. `["*"]` contains every scope, ' +
      'also scopes that are added later.',
    example: ['conversions:write', 'creators:read'],
  });

const ipRange = z
  .string()
  .max(64)
  .refine(
    (text) => parseIpRange(text) !== undefined,
    'Must be an IP address or a range such as 203.0.113.0/24 or 2001:db8::/48. Write an IPv4-mapped range as an IPv4 range',
  );

const allowedIpsInput = z
  .array(ipRange)
  .min(1, 'Must contain at least one address. Send null to allow every address')
  .max(maxAllowedIps)
  .meta({
    description:
      'IPv4 and IPv6 addresses, or ranges in CIDR notation, from which the key can be used. Without them, the key can be used ' +
      'from anywhere.',
    example: ['203.0.113.7', '2001:db8::/48'],
  });

const expiresAtInput = instantInput('The time from which the key is refused. It must be in the future');

export const apiKeyInput = z.strictObject({
  name,
  mode: keyMode.meta({
    description: '`live` keys use the data of the brand, `test` keys the separate data of test mode.',
  }),
  scopes: scopesInput,
  expiresAt: expiresAtInput.optional(),
  allowedIps: allowedIpsInput.optional(),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const apiKeyChanges = z
  .strictObject({
    name: name.optional(),
    scopes: scopesInput.optional(),
    expiresAt: expiresAtInput.nullable().optional(),
    allowedIps: allowedIpsInput.nullable().optional(),
  })
  .refine(
    (changes) => Object.keys(changes).length > 0,
    'Must contain `name`, `scopes`, `expiresAt` or `allowedIps`',
  );
export type ApiKeyChanges = z.output<typeof apiKeyChanges>;

export const rotateInput = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(maxOverlapHours)
      .optional()
      .meta({
        description:
          `Hours until the old key is refused, from 0 (at once) to ${maxOverlapHours}. Defaults to ${defaultOverlapHours}. ` +
          'A key that expires earlier keeps its time.',
        example: defaultOverlapHours,
      }),
  })
  .optional();

export const apiKeyFilters = listQuerySchema({
  mode: keyMode.optional().meta({ description: 'Only keys of this mode.' }),
});

const answerFields = () => ({
  id: idSchema('apiKey'),
  name: z.string().meta({ description: 'Your name for the key.', example: 'Shop server' }),
  mode: keyMode.meta({ description: 'Whether the key reaches live data or test data.' }),
  scopes: z.array(grantedScope).meta({ description: 'The scopes of the key. `*` contains all.' }),
  ending: z
    .string()
    .meta({ description: 'The last eight characters of the key, to recognize it.', example: 'W2KQ4T9K' }),
  expiresAt: instant
    .nullable()
    .meta({ description: 'The time from which the key is refused, or null if it does not expire.' }),
  allowedIps: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The addresses from which the key can be used, or null for every address.' }),
  lastUsedAt: instant
    .nullable()
    .meta({ description: 'The last use, accurate to the hour. Null for a key that was never used.' }),
  createdAt: instant,
});

export const apiKeyAnswer = z
  .object(answerFields())
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' });

export const newApiKeyAnswer = z
  .object({
    ...answerFields(),
    key: z.string().meta({
      description: 'The key itself. It is shown only in this response: store it in a secret manager.',
      example: `sk_live_${'01JD0000000000000000000000'.repeat(2)}${'0'.repeat(39)}`,
    }),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new API key.' });
