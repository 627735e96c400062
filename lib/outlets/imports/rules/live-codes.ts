// Compares the codes of a rehearsal in test mode with those of the live brand.
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { CreatorRow } from '#lib/outlets/imports/schema/row.ts';
import { checkTrackingCode, trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import { isReleased } from '#lib/program/affiliates/rules/tracking-code.ts';
import type { Found, Setting } from './setting.ts';

/** Throws the refusal of the import in live mode. */
export function checkLive(row: CreatorRow, live: Found, { now }: Pick<Setting, 'now'>): void {
  const { trackingCode, discountCodes = [] } = row;
  const { target, freeCode } = live;
  const owner = live.byExternalId ?? live.byEmail;
  if (owner !== undefined) checkTrackingCode(owner, trackingCode);
  else if (trackingCode !== undefined && target !== undefined && !isReleased(target, now))
    throw trackingCodeTaken(freeCode === undefined ? [] : [freeCode]);
  const taken = discountCodes.find((code) => {
    const claim = live.codes.get(code);
    return claim !== undefined && claim.affiliateId !== owner?.id;
  });
  if (taken === undefined) return;
  const message = `In live mode, \`${taken}\` is a discount code of another creator: leave it out, or write another one`;
  throw conflict('discount_exists', message, { details: [{ path: 'discountCode', message }] });
}
