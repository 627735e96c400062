// Defines the creator who sends a request.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Mode } from '#lib/foundation/contract/mode.ts';
import type { creatorRole } from '#lib/foundation/contract/role.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

/** Every request reads the creator, so a ban, an erasure and a changed e-mail address apply immediately. */
export interface CreatorCaller {
  readonly kind: 'creator';
  readonly role: typeof creatorRole;
  readonly affiliateId: string;
  /** Its totals lack those that are spread over several items. */
  readonly affiliate: Affiliate;
  readonly sessionId: string;
  readonly addressHash: string;
  /** In test mode the test twin. */
  readonly brand: Brand;
  readonly mode: Mode;
  /** The id of the live brand. */
  readonly accountId: string;
}
