import type { PlanName } from '#lib/access/billing/rules/plans.ts';
import type { RateInput } from '#lib/foundation/shared/rates.ts';
import type { AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import type { CampaignStatus } from '#lib/program/campaigns/schema.ts';

export interface DemoCampaign {
  readonly name: string;
  readonly status: CampaignStatus;
  /** `from` and `to` are numbers of days after today. A negative number is a day in the past. */
  readonly from: number;
  readonly to: number;
  readonly page: string;
  readonly commission?: RateInput;
}

export interface DemoCreator {
  readonly name: string;
  readonly status: AffiliateStatus;
  readonly override?: RateInput;
  /** The discount of the creator's code, in percent. */
  readonly discountPercent?: number;
  /** The local part of the e-mail address and the tracking code. Defaults to the name, which must then be in Latin letters. */
  readonly handle?: string;
  readonly group?: string;
}

export interface DemoBrand {
  /** The domain of the e-mail addresses of its users. */
  readonly account: string;
  readonly plan: PlanName;
  /** Ages in days. No creator joins before the brand exists. */
  readonly ages: { readonly brand: number; readonly oldestCreator: number; readonly newestCreator: number };
  readonly name: string;
  readonly currency: string;
  readonly landingUrl: string;
  readonly campaigns: readonly DemoCampaign[];
  readonly creators: readonly DemoCreator[];
}

const ages = { brand: 62, oldestCreator: 58, newestCreator: 15 };
const percent = (value: number): RateInput => ({ type: 'percentage', value });
const fixed = (value: number): RateInput => ({ type: 'fixed', value });

export const demoBrands: readonly DemoBrand[] = [
  {
    account: 'starter',
    plan: 'starter',
    ages,
    name: 'Starter Demo',
    currency: 'USD',
    landingUrl: 'https://starter-demo.test/',
    campaigns: [],
    creators: [],
  },
  {
    account: 'growth',
    plan: 'growth',
    ages,
    name: 'Growth Demo',
    currency: 'USD',
    landingUrl: 'https://growth-demo.test/',
    campaigns: [
      { name: 'First Mile Kit', status: 'ended', from: -58, to: -21, page: 'first-mile' },
      {
        name: 'Hydration Weeks',
        status: 'active',
        from: -40,
        to: 20,
        page: 'hydration',
        commission: percent(12),
      },
      {
        name: 'Night Runner',
        status: 'active',
        from: -33,
        to: 45,
        page: 'night-runner',
        commission: fixed(5),
      },
      { name: 'Running Clubs', status: 'paused', from: -30, to: 30, page: 'clubs' },
      { name: 'Gift Guide', status: 'draft', from: 14, to: 50, page: 'gifts', commission: percent(20) },
    ],
    creators: [
      { name: 'Maya Lindqvist', status: 'active', discountPercent: 15 },
      { name: 'Tom Okafor', status: 'active', override: percent(20), discountPercent: 10 },
      { name: 'Priya Raman', status: 'active', discountPercent: 20 },
      { name: 'Jonas Weber', status: 'active' },
      { name: 'Aiko Tanaka', status: 'active', discountPercent: 10 },
      { name: 'Carlos Mendes', status: 'active' },
      { name: 'Hannah Price', status: 'active', discountPercent: 12.5 },
      { name: 'Leo Martin', status: 'active' },
      { name: 'Sofia Rossi', status: 'paused', discountPercent: 15 },
      { name: 'Ben Carter', status: 'paused' },
      { name: 'Nora Haddad', status: 'invited' },
      { name: 'Ivan Petrov', status: 'invited' },
      { name: 'Zoe Walsh', status: 'invited' },
      { name: 'Max Power', status: 'banned' },
    ],
  },
  {
    account: 'scale',
    plan: 'scale',
    ages,
    name: 'Scale Demo',
    currency: 'EUR',
    landingUrl: 'https://scale-demo.test/',
    campaigns: [
      { name: 'Studio Basics', status: 'ended', from: -59, to: -18, page: 'basics', commission: percent(12) },
      { name: 'Desk Makeover', status: 'active', from: -45, to: 15, page: 'desk' },
      { name: 'Warm Light', status: 'active', from: -36, to: 40, page: 'warm-light', commission: fixed(7.5) },
      { name: 'Students', status: 'active', from: -30, to: 90, page: 'students', commission: percent(20) },
      { name: 'Trade Partners', status: 'paused', from: -28, to: 60, page: 'trade' },
      { name: 'Refurbished', status: 'ended', from: -50, to: -30, page: 'refurbished' },
      { name: 'Winter Rooms', status: 'draft', from: 20, to: 70, page: 'winter' },
      { name: 'Outdoor Pilot', status: 'draft', from: 40, to: 80, page: 'outdoor' },
    ],
    creators: [
      { name: 'Elise Moreau', status: 'active', override: percent(20), discountPercent: 15 },
      { name: 'Lukas Novak', status: 'active', discountPercent: 10 },
      { name: 'Giulia Conti', status: 'active', discountPercent: 10 },
      { name: 'Oliver Berg', status: 'active' },
      { name: 'Fatima Zahra', status: 'active', override: fixed(9.9), discountPercent: 20 },
      { name: 'Daniel Kim', status: 'active' },
      { name: 'Amelie Dubois', status: 'active', discountPercent: 5 },
      { name: 'Pedro Alves', status: 'active', discountPercent: 15 },
      { name: 'Ingrid Solberg', status: 'active' },
      { name: 'Marek Zielinski', status: 'active' },
      { name: 'Chloe Bennett', status: 'paused', discountPercent: 10 },
      { name: 'Rafael Ortiz', status: 'paused' },
      { name: 'Yuki Mori', status: 'invited' },
      { name: 'Sara Lund', status: 'invited' },
      { name: 'Dev Patel', status: 'banned' },
      { name: 'Nina Kraus', status: 'banned' },
    ],
  },
];
