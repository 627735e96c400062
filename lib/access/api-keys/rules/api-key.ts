// Decides about API keys: new keys, changes, rotation, expiry, and what a caller may grant.
import { defaultOverlapHours } from '#lib/access/api-keys/rules/overlap.ts';
import type { ApiKeyChanges, ApiKeyInput } from '#lib/access/api-keys/schema/endpoints.ts';
import type { ApiKey } from '#lib/access/api-keys/schema/stored.ts';
import { type GrantedScope, includesAllScopes } from '#lib/foundation/contract/scope.ts';
import { addMilliseconds, addSeconds, lastInstant, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { conflict, forbidden, invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { areWithin } from './allowed-ips.ts';
import { hashOfKey, newKeyText } from './key-text.ts';

/** The access that a caller has, and can pass on to other keys. An admin has all scopes and no limits. */
export interface Grant {
  readonly scopes: readonly GrantedScope[];
  /** Keys that the caller creates or changes expire at this time at the latest. Null for no limit. */
  readonly validUntil: string | null;
  /** Keys that the caller creates or changes accept only these addresses. Null for all addresses. */
  readonly allowedIps: readonly string[] | null;
}

/** Otherwise, a key could give itself the scopes of another key by changing or rotating it. */
export function requireScopes(grant: Grant, apiKey: Pick<ApiKey, 'scopes'>): void {
  if (includesAllScopes(grant.scopes, apiKey.scopes)) return;
  throw forbidden(
    'grant_exceeded',
    `An API key can manage only keys whose scopes it has itself: ${grant.scopes.join(', ')}`,
  );
}

/** Otherwise, a leaked key could undo its own rotation or restriction. It may only revoke itself. */
export function requireOtherKey(callingId: string | undefined, id: string): void {
  if (callingId !== id) return;
  throw forbidden(
    'grant_exceeded',
    'An API key cannot change or rotate itself, only delete itself. Use another key with `keys:write`, or log in as an admin',
  );
}

type Granted = Pick<ApiKey, 'scopes' | 'validUntil' | 'allowedIps'>;

/** Otherwise, a key could escape its own expiry and its addresses with another key. */
export function requireGrant(grant: Grant, apiKey: Granted): void {
  requireScopes(grant, apiKey);
  const { validUntil, allowedIps } = grant;
  if (validUntil !== null && (apiKey.validUntil === null || apiKey.validUntil > validUntil)) {
    const message = `An API key that expires can manage only keys that expire no later: send an \`expiresAt\` up to ${validUntil}`;
    throw forbidden('grant_exceeded', message);
  }
  if (allowedIps === null || areWithin(apiKey.allowedIps, allowedIps)) return;
  const message = `An API key with \`allowedIps\` can manage only keys for these addresses: ${allowedIps.join(', ')}`;
  throw forbidden('grant_exceeded', message);
}

export const isExpired = ({ validUntil }: Pick<ApiKey, 'validUntil'>, now: Date): boolean =>
  validUntil !== null && validUntil <= now.toISOString();

function futureOrNull(expiresAt: string | null | undefined, now: Date): string | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  if (expiresAt <= now.toISOString()) throw invalidField('expiresAt', 'Must be in the future');
  return expiresAt;
}

export interface NewKey {
  readonly apiKey: ApiKey;
  /** The secret text, which is not stored. */
  readonly key: string;
}

type Settings = Pick<ApiKey, 'name' | 'mode' | 'scopes' | 'validUntil' | 'allowedIps'>;

const endingLength = 8;

function buildKey(brandId: string, settings: Settings, now: Date): NewKey {
  const id = newId('apiKey', now);
  const key = newKeyText(settings.mode, brandId, id);
  const secret = { keyHash: hashOfKey(key), ending: key.slice(-endingLength) };
  return { apiKey: { ...settings, ...secret, id, brandId, createdAt: now.toISOString(), revision: 0 }, key };
}

export function newApiKey(brandId: string, input: ApiKeyInput, now: Date): NewKey {
  const { name, mode, scopes, expiresAt, allowedIps = null } = input;
  const settings = { name, mode, scopes, validUntil: futureOrNull(expiresAt, now), allowedIps };
  return buildKey(brandId, settings, now);
}

export function changedApiKey(before: ApiKey, changes: ApiKeyChanges, now: Date): ApiKey {
  const { name, scopes, expiresAt, allowedIps } = changes;
  return {
    ...before,
    name: name ?? before.name,
    scopes: scopes ?? before.scopes,
    validUntil: expiresAt === undefined ? before.validUntil : futureOrNull(expiresAt, now),
    allowedIps: allowedIps === undefined ? before.allowedIps : allowedIps,
    revision: before.revision + 1,
  };
}

/** A successor lives as long as the old key was meant to live, but not beyond the last date, or longer than the key that rotates it. */
function successorExpiry({ validUntil, createdAt }: ApiKey, grant: Grant, now: Date): string | null {
  if (validUntil === null) return grant.validUntil;
  const [lifetime, remaining] = [
    Date.parse(validUntil) - Date.parse(createdAt),
    Date.parse(lastInstant) - now.getTime(),
  ];
  const end = addMilliseconds(now, Math.min(lifetime, remaining)).toISOString();
  return grant.validUntil !== null && grant.validUntil < end ? grant.validUntil : end;
}

/** Returns the old key, which expires after the overlap, and its successor. */
export function rotatedApiKey(before: ApiKey, overlapHours: number | undefined, grant: Grant, now: Date) {
  if (isExpired(before, now)) {
    throw conflict(
      'api_key_not_rotatable',
      'The API key has expired, so it cannot be rotated. Create a new key instead',
    );
  }
  const overlapEnd = addSeconds(now, (overlapHours ?? defaultOverlapHours) * secondsPerHour).toISOString();
  const validUntil =
    before.validUntil !== null && before.validUntil < overlapEnd ? before.validUntil : overlapEnd;
  const { name, mode, scopes, allowedIps } = before;
  const settings = { name, mode, scopes, allowedIps, validUntil: successorExpiry(before, grant, now) };
  return {
    old: { ...before, validUntil, revision: before.revision + 1 },
    successor: buildKey(before.brandId, settings, now),
  };
}

/** The last use is written once an hour, because a write for each request would double its cost. */
const accuracySeconds = secondsPerHour;

/** A use before this time is too old to be shown as the last one. */
export const oldestCurrentUse = (now: Date): string => addSeconds(now, -accuracySeconds).toISOString();

export const isUseDue = (lastUsedAt: string | null, now: Date): boolean =>
  lastUsedAt === null || lastUsedAt <= oldestCurrentUse(now);
