// Builds new brands and users.

import type { BrandInput } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { newSalt } from './customer-salt.ts';
import {
  defaultAttributionWindowDays,
  defaultCommission,
  defaultHoldAboveShare,
  defaultHoldDays,
  defaultTimezone,
  defaultUniqueClicksPerAddress,
} from './defaults.ts';
import { slugOf } from './slugs.ts';

export const newBrand = (input: BrandInput, now: Date): Brand => ({
  id: newId('brand', now),
  name: input.name,
  email: normalizeEmail(input.email),
  currency: input.currency,
  landingUrl: input.landingUrl,
  timezone: defaultTimezone,
  pastTimezones: [],
  plan: input.plan,
  subscriptionStatus: 'active',
  commission: defaultCommission,
  pastCommissions: [],
  attributionWindowDays: defaultAttributionWindowDays,
  pastWindows: [],
  customerAttribution: { type: 'firstOrder' },
  holdDays: defaultHoldDays,
  holdAboveShare: defaultHoldAboveShare,
  pastHoldDays: [],
  ratesByAdminsOnly: false,
  landingHosts: [],
  uniqueClicksPerAddress: defaultUniqueClicksPerAddress,
  payoutMinimum: 0,
  payoutAccount: null,
  linkTexts: null,
  defaultUtm: null,
  requireSecondFactor: false,
  auditAddresses: 'hashed',
  requestsPerMinute: null,
  slug: slugOf(input.name),
  portal: {
    enabled: true,
    applications: 'closed',
    creatorLinks: true,
    ...{ color: null, supportEmail: null, termsUrl: null, privacyUrl: null },
  },
  salt: newSalt(),
  createdAt: now.toISOString(),
  revision: 0,
});

interface UserInput {
  readonly email: string;
  readonly role: Role;
  readonly name?: string | undefined;
  readonly status?: StoredUser['status'];
}

export const newUser = (brandId: string, input: UserInput, now: Date): StoredUser => ({
  id: newId('user', now),
  brandId,
  email: normalizeEmail(input.email),
  role: input.role,
  passwordVersion: 0,
  name: input.name ?? '',
  status: input.status ?? 'active',
  hasSecondFactor: false,
  createdAt: now.toISOString(),
});
