// Decides which customer address of an order is used. An unusable address must not lose the order.
import type { Warning } from '#lib/contract/warning.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import { isEmailAddress } from '#lib/shared/email-addresses.ts';

type Customer = Pick<ConversionInput, 'customerEmail'>;

export const customerAddressOf = ({ customerEmail }: Customer): string | undefined =>
  customerEmail !== undefined && isEmailAddress(customerEmail) ? customerEmail : undefined;

export const warningsOf = (order: Customer): readonly Warning[] =>
  order.customerEmail === customerAddressOf(order)
    ? []
    : [
        {
          code: 'customer_email_ignored',
          path: 'customerEmail',
          message: 'Ignored, because it is not an e-mail address',
        },
      ];
