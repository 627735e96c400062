// Decides from when on payment details are used, and masks them. docs/decisions/0168
import { isDeepStrictEqual } from 'node:util';
import { canonicalAddress } from '#lib/foundation/shared/canonical-address.ts';
import { addSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { maskEmail, maskIban, maskText } from '#lib/foundation/shared/mask.ts';
import type { PayoutDetailsInput } from '#lib/money/payment-details/schema/input.ts';
import {
  type Method,
  type OpenMethod,
  type OpenTax,
  openMethod,
  openTax,
  type PaymentDetails,
  type Tax,
} from '#lib/money/payment-details/schema/stored.ts';
import { fingerprintOf, type Owner, seal, unseal } from './seal.ts';

/** The creator learns of a change by e-mail, and has this time to object to it. */
const holdSeconds = 48 * secondsPerHour;

type Holds = Pick<PaymentDetails, 'current' | 'usableFrom' | 'former'>;

export const isHeld = ({ current, usableFrom }: Holds, now: Date): boolean =>
  current !== null && usableFrom !== null && now < new Date(usableFrom);

/** Returns the details that pay a creator at this time. */
export const usableMethod = (details: Holds | undefined, now: Date): Method | null => {
  if (details === undefined) return null;
  return isHeld(details, now) ? details.former : details.current;
};

function maskMethod({ name, iban, email, text }: OpenMethod): OpenMethod {
  return {
    ...(name !== undefined && { name }),
    ...(iban !== undefined && { iban: maskIban(iban) }),
    ...(email !== undefined && { email: maskEmail(email) }),
    ...(text !== undefined && { text: maskText(text) }),
  };
}

interface Sealer {
  readonly secret: string;
  readonly owner: Owner;
}

export const openMethodOf = ({ secret, owner }: Sealer, { sealed }: Method): OpenMethod =>
  openMethod.parse(unseal(secret, owner, sealed));

export const openTaxOf = ({ secret, owner }: Sealer, { sealed }: Tax): OpenTax =>
  openTax.parse(unseal(secret, owner, sealed));

const isSame = (sealer: Sealer, { type, ...open }: OpenMethod & Pick<Method, 'type'>, one: Method | null) =>
  one !== null && one.type === type && isDeepStrictEqual(openMethodOf(sealer, one), openMethod.parse(open));

function taxAfter(sealer: Sealer, input: OpenTax | null | undefined, before: Tax | null): Tax | null {
  if (input === undefined) return before;
  if (input === null) return null;
  if (before !== null && isDeepStrictEqual(openTaxOf(sealer, before), input)) return before;
  const { country, taxId } = input;
  return {
    sealed: seal(sealer.secret, sealer.owner, input),
    masked: { country, taxId: maskText(taxId) },
  };
}

/** A free text names no account. */
function accountOf({ secret, owner }: Sealer, { type, iban, email }: OpenMethod & Pick<Method, 'type'>) {
  const account = iban ?? (email && `${type} ${canonicalAddress(email)}`);
  return account ? { account: fingerprintOf(secret, owner, account) } : {};
}

interface Change {
  readonly input: PayoutDetailsInput;
  readonly sealer: Sealer;
  /** The first details are used at once only if the brand entered them. */
  readonly by: 'brand' | 'creator';
}

function holdsAfter(before: PaymentDetails | undefined, { input, sealer, by }: Change, now: Date): Holds {
  const { tax: _, ...method } = input;
  if (before !== undefined && isSame(sealer, method, before.current)) return before;
  const usable = usableMethod(before, now);
  const { type, ...open } = method;
  const current: Method = {
    type,
    sealed: seal(sealer.secret, sealer.owner, open),
    masked: maskMethod(open),
    ...accountOf(sealer, { type, ...open }),
  };
  // A person who takes a change back needs no hold.
  const isFree = (before === undefined && by === 'brand') || isSame(sealer, method, usable);
  const usableFrom = (isFree ? now : addSeconds(now, holdSeconds)).toISOString();
  return { current, usableFrom, former: isFree ? null : usable };
}

/** Returns `before` if the request changes nothing. */
export function changedDetails(
  before: PaymentDetails | undefined,
  change: Change,
  now: Date,
): PaymentDetails {
  const { current, usableFrom, former } = holdsAfter(before, change, now);
  const tax = taxAfter(change.sealer, change.input.tax, before?.tax ?? null);
  if (before !== undefined && before.current === current && before.tax === tax) return before;
  const { brandId, affiliateId } = change.sealer.owner;
  const updatedAt = now.toISOString();
  return {
    brandId,
    affiliateId,
    current,
    usableFrom,
    former,
    tax,
    updatedAt,
    revision: before?.revision ?? 0,
  };
}

export const withoutDetails = (before: PaymentDetails, now: Date): PaymentDetails => ({
  ...before,
  ...{ current: null, usableFrom: null, former: null, tax: null, updatedAt: now.toISOString() },
});
