// Decides what happens with a row of an import, by the rules of `PUT /affiliates/by-external-id/{externalId}` and of invitations.
import { isDeepStrictEqual } from 'node:util';
import { conflict, DomainError } from '#lib/foundation/shared/errors.ts';
import { onePerItem } from '#lib/foundation/table/writes/one-per-item.ts';
import type { CreatorRow } from '#lib/outlets/imports/schema/row.ts';
import type { Problem } from '#lib/outlets/imports/schema/stored.ts';
import { changedAffiliate } from '#lib/program/affiliates/rules/changed-affiliate.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { checkStatusChange } from '#lib/program/affiliates/rules/status.ts';
import { checkTrackingCode, trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import { isReleased } from '#lib/program/affiliates/rules/tracking-code.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { addAffiliate, changeAffiliate } from '#lib/program/affiliates/writes.ts';
import { extraWrites } from './extras.ts';
import { type ImportField, importFields } from './fields.ts';
import { checkLive } from './live-codes.ts';
import type { ParsedRow } from './row.ts';
import type { Found, Judgement, Setting } from './setting.ts';

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
export function judge(
  { input, problems }: ParsedRow,
  found: Found,
  setting: Setting,
  live?: Found,
): Judgement {
  if (input === undefined || problems.length > 0) return failed(problems);
  try {
    if (live !== undefined) checkLive(input, live, setting);
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
