// Decides what happens with a row of an import, by the rules of `PUT /affiliates/by-external-id/{externalId}` and of invitations.
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict, DomainError } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { onePerItem } from '#lib/foundation/table/writes/one-per-item.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { CreatorRow } from '#lib/outlets/imports/schema/row.ts';
import type { Import, Problem, Result } from '#lib/outlets/imports/schema/stored.ts';
import { changedAffiliate } from '#lib/program/affiliates/rules/changed-affiliate.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { checkStatusChange } from '#lib/program/affiliates/rules/status.ts';
import { checkTrackingCode, trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import { isReleased } from '#lib/program/affiliates/rules/tracking-code.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { addAffiliate, changeAffiliate } from '#lib/program/affiliates/writes.ts';
import { extraWrites } from './extras.ts';
import { type ImportField, importFields } from './fields.ts';
import type { ParsedRow } from './row.ts';

/** The stored items that concern a row. */
export interface Found {
  readonly byExternalId: Affiliate | undefined;
  readonly byEmail: Affiliate | undefined;
  /** The creators as they are stored, by id. */
  readonly items: ReadonlyMap<string, Item>;
  /** The target of the tracking code. */
  readonly target: Item | undefined;
  /** A code that is free, if the tracking code is taken. */
  readonly freeCode: string | undefined;
  /** The claims of the discount codes that exist already. */
  readonly codes: ReadonlyMap<string, Item>;
  /** The opening balance that an import has recorded for the creator. */
  readonly balance: Item | undefined;
}

export interface Setting extends Pick<Import, 'onExisting' | 'invite'> {
  readonly brand: Brand;
  readonly now: Date;
  readonly importId: string;
  /** The person or key that starts the import. */
  readonly actorId: string;
}

export interface Judgement extends Result {
  readonly writes: readonly Write[];
}

const fieldOf = (path: string): ImportField | null =>
  path.startsWith('commissionOverride')
    ? 'commission'
    : (importFields.find((field) => field === path) ?? null);

/** A failed row has the message of the request that creates or changes a creator. */
export function problemOf({ code, message, extras: { details = [] } }: DomainError): Problem {
  const [first] = details;
  const field = code.startsWith('tracking_code') ? 'trackingCode' : fieldOf(first?.path ?? '');
  const [suggestion = null] =
    code === 'tracking_code_taken' || code === 'tracking_code_fixed' ? (first?.values ?? []) : [];
  return { field, message: code === 'validation_failed' ? (first?.message ?? message) : message, suggestion };
}

export const failed = (problems: readonly Problem[]): Judgement => ({
  action: 'fail',
  affiliateId: null,
  problems: [...problems],
  writes: [],
});

function newCreator(input: CreatorRow, found: Found, setting: Setting): Judgement {
  const { brand, invite, now } = setting;
  const { status = invite ? 'invited' : 'active', ...invitation } = input;
  if (input.trackingCode !== undefined && found.target !== undefined && !isReleased(found.target, now))
    throw trackingCodeTaken(found.freeCode === undefined ? [] : [found.freeCode]);
  const after = { ...newAffiliate(invitation, brand, now), status };
  const writes = onePerItem([...addAffiliate(after, brand), ...extraWrites(after, input, found, setting)]);
  return { action: 'create', affiliateId: after.id, problems: [], writes };
}

function existingCreator(before: Affiliate, input: CreatorRow, found: Found, setting: Setting): Judgement {
  const { brand, now } = setting;
  const { trackingCode, discountCodes: _, discountValue: __, balance: ___, ...changes } = input;
  checkTrackingCode(before, trackingCode);
  const after = changedAffiliate(before, changes, brand, now);
  checkStatusChange(before.status, after.status, 'admin');
  const same = isDeepStrictEqual({ ...after, revision: before.revision }, before);
  const changed = same ? [] : changeAffiliate(before, after, brand, now);
  const writes = onePerItem([...changed, ...extraWrites(after, input, found, setting)]);
  const action = writes.length === 0 ? 'unchanged' : 'update';
  return { action, affiliateId: before.id, problems: [], writes };
}

/** Finds the creator by the external id, otherwise by the e-mail address. */
function creatorOf({ byExternalId, byEmail }: Found, { externalId }: CreatorRow): Affiliate | undefined {
  const before = byExternalId ?? byEmail;
  const belongsToOther = byEmail !== undefined && byEmail.id !== before?.id;
  const hasOtherId =
    byExternalId === undefined && externalId !== undefined && (byEmail?.externalId ?? null) !== null;
  if (byEmail === undefined || !(belongsToOther || hasOtherId)) return before;
  const message = `The e-mail address belongs to ${byEmail.id}, who has another \`externalId\`: correct one of them`;
  throw conflict('affiliate_exists', message, { details: [{ path: 'email', message }] });
}

/** An import needs the rights of an admin, so a row can also lift a ban. */
export function judge({ input, problems }: ParsedRow, found: Found, setting: Setting): Judgement {
  if (input === undefined || problems.length > 0) return failed(problems);
  try {
    const before = creatorOf(found, input);
    if (before === undefined) return newCreator(input, found, setting);
    if (setting.onExisting === 'skip')
      return { action: 'skip', affiliateId: before.id, problems: [], writes: [] };
    return existingCreator(before, input, found, setting);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return failed([problemOf(error)]);
  }
}
