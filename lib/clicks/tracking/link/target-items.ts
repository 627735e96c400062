// Reads the items of a click: the tracking code or the slug, and what it names.
import { getItem, getItems } from '#lib/clicks/tracking/link/minimal-client.ts';
import type { Deadline } from '#lib/clicks/tracking/link/table-call.ts';
import { campaignKey, creatorKey, linkKeys } from '#lib/foundation/table/keys/link-keys.ts';
import { brandCodeOf, splitLinkCode } from '#lib/program/affiliates/rules/tracking-code.ts';
import { type Item, text, textOrNull } from './item.ts';

export interface TargetRequest {
  readonly code: string;
  readonly campaignId: string | undefined;
  readonly date: string;
  readonly now: Date;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A slug reads the creator, whose status a tracking code repeats. */
function relatedKeys(code: Item, { campaignId: named, date }: TargetRequest) {
  const brandId = text(code, 'brandId');
  const campaignId = named ?? textOrNull(code, 'campaignId');
  return [
    linkKeys.brand(brandId),
    linkKeys.visitorSalt(brandId, date),
    ...(code.linkId === undefined ? [] : [creatorKey(brandId, text(code, 'affiliateId'))]),
    ...(campaignId === null ? [] : [campaignKey(brandId, campaignId)]),
  ];
}

/**
 * Reads all items in one batch if the code is known from before, or if the item of a link prefix names the brand. Otherwise reads the
 * code first, because its item names the others.
 */
export async function readItems(request: TargetRequest, known: Item | undefined, deadline: Deadline) {
  const prefixed = splitLinkCode(request.code);
  const named = known ?? (prefixed && (await getItem(linkKeys.linkPrefix(prefixed.linkPrefix), deadline)));
  if (prefixed && named === undefined) return { code: named, related: [] };
  const codeKey = linkKeys.trackingCode(
    prefixed && named ? brandCodeOf(text(named, 'brandId'), prefixed.word) : request.code,
  );
  if (named !== undefined) {
    const wanted = relatedKeys(named, request);
    // An eventually consistent read costs half, and the known target is a minute old already.
    const options = { isConsistent: known === undefined };
    const [code, ...related] = await getItems([codeKey, ...wanted], deadline, options);
    if (code === undefined || isSame(relatedKeys(code, request), wanted)) return { code, related };
  }
  const code = await getItem(codeKey, deadline);
  if (code === undefined) return { code, related: [] };
  return { code, related: await getItems(relatedKeys(code, request), deadline, { isConsistent: true }) };
}
