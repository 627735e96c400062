// Decides which customer address of an order is used. An unusable address must not lose the order.
import { hashWithSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { Warning } from '#lib/foundation/contract/warning.ts';
import { isEmailAddress, normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';

type Customer = Pick<ConversionInput, 'customerEmail'>;

/** The address in `Ada <ada@example.com>`, as in the header of an e-mail (RFC 5322). */
const inBrackets = /<([^<>]*)>\s*$/;

/** Without the display name, and without the period at the end of a sentence or of a complete domain name. */
const addressIn = (text: string): string =>
  (inBrackets.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\.+$/, '');

export function customerAddressOf({ customerEmail = '' }: Customer): string | undefined {
  const address = addressIn(customerEmail);
  return isEmailAddress(address) ? address : undefined;
}

/** The salted hash of the address, in any letter case. Undefined without a usable address. */
export function emailHashOf(salt: string, order: Customer): string | undefined {
  const address = customerAddressOf(order);
  return address === undefined ? undefined : hashWithSalt(salt, normalizeEmail(address));
}

/** The order has a text as address that is none, so nobody knows whether the customer is the creator. */
export const hasUnreadableAddress = (order: Customer): boolean =>
  (order.customerEmail ?? '') !== '' && customerAddressOf(order) === undefined;

export const warningsOf = (order: Customer): readonly Warning[] =>
  hasUnreadableAddress(order)
    ? [
        {
          code: 'customer_email_ignored',
          path: 'customerEmail',
          message: 'Ignored, because it has no e-mail address. The commission is held for review',
        },
      ]
    : [];
