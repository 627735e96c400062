// Defines situations: requests to an endpoint that differ in cost. The world sends requests to the handlers in this process or to
// a stage over HTTP.

import type { LinkSubject } from '#lib/access/email/schema.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import type { CommissionStatus } from '#lib/money/commissions/schema/commission.ts';
import type { creationsBy, Send } from './creations-with.ts';
import type { EndedImport } from './ended-imports.ts';
import type { RequestOptions } from './service.ts';

export interface SituationRequest extends RequestOptions {
  readonly path: string;
  readonly status: number;
  readonly method?: string;
}

export type Situation = (world: World) => Promise<SituationRequest> | SituationRequest;

export interface SituationActions extends ReturnType<typeof creationsBy> {
  readonly send: Send;
  readonly newToken: (brandId: string, role: Role) => Promise<{ readonly token: string }>;
  /** Creates a commission in any state. The API can only create pending ones. */
  readonly createCommission: (given: {
    readonly brandId: string;
    readonly affiliateId: string;
    readonly status?: CommissionStatus;
    readonly amount?: number;
  }) => Promise<{ readonly id: string }>;
  /** Creates a user whose password is `password`. A user with the status `invited` has no token. */
  readonly createPerson: (brandId: string, given?: PersonInput) => Promise<Person>;
  readonly createEvent: (brandId: string) => Promise<{ readonly id: string }>;
  readonly createDelivery: (endpoint: {
    readonly brandId: string;
    readonly endpointId: string;
  }) => Promise<{ readonly id: string }>;
  readonly createFailedExport: (brandId: string) => Promise<{ readonly id: string }>;
  /** Lets a brand request five more exports, although earlier ones are in progress. */
  readonly fillExportPlaces: (brandId: string) => Promise<void>;
  readonly freeExportPlaces: (brandId: string) => Promise<void>;
  /** Lets a brand request bulk decisions, although earlier ones are running. */
  readonly endDecisions: (brandId: string) => Promise<void>;
  readonly createDifference: (named: {
    readonly brandId: string;
    readonly reconciliationId: string;
  }) => Promise<unknown>;
  /** Lets the differences of a reconciliation be applied, although no worker has compared its orders. */
  readonly endComparison: (named: { readonly brandId: string; readonly id: string }) => Promise<void>;
  /** Lets an import be undone, although no worker has imported its row. */
  readonly endImport: (named: EndedImport) => Promise<void>;
  readonly fillSimulationPlaces: (brandId: string) => Promise<void>;
  readonly freeSimulationPlaces: (brandId: string) => Promise<void>;
  /** Returns the token that turns off the digest of a creator. */
  readonly unsubscribeTokenOf: (creator: {
    readonly brandId: string;
    readonly affiliateId: string;
  }) => Promise<string>;
  /** Returns the token that confirms a new application. */
  readonly applicationTokenOf: (brandId: string) => Promise<string>;
  /** Returns the token of a link in an e-mail to the user. */
  readonly linkTokenOf: (person: Person, purpose: LinkSubject['purpose']) => Promise<string>;
}

export interface PersonInput {
  readonly role?: Role;
  readonly status?: StoredUser['status'];
}

export interface Person {
  readonly id: string;
  readonly brandId: string;
  readonly email: string;
  readonly passwordVersion: number;
  readonly token: string;
}

/** The password of people that a situation creates. */
export const password = 'a long enough password';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface World {
  readonly by: SituationActions;
  readonly account: Credentials;
  readonly token: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly code: string;
}

/** Creates a world with a creator in a campaign, for a Scale brand and a token of its admin. */
export async function worldOf(given: Pick<World, 'by' | 'account' | 'token' | 'brandId'>): Promise<World> {
  const { by, token } = given;
  const landingUrl = 'https://acme.test/spring';
  const { id: campaignId } = await by.createCampaign(token, { status: 'active', landingUrl });
  const { id: affiliateId, trackingCode: code } = await by.inviteActive(token, {
    campaignIds: [campaignId],
  });
  return { ...given, campaignId, affiliateId, code };
}
