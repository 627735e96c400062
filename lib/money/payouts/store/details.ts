// Reads the payment details of the creators of payout lines.
import { getItems } from '#lib/foundation/table/client.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { type PaymentDetails, storedPaymentDetails } from '#lib/money/payment-details/schema/stored.ts';

interface OfCreator {
  readonly affiliateId: string;
}

export async function withDetails<Line extends OfCreator>(
  brandId: string,
  lines: readonly Line[],
): Promise<readonly { readonly line: Line; readonly details: PaymentDetails | undefined }[]> {
  const found = await getItems(
    lines.map(({ affiliateId }) => paymentKeys.paymentDetails(brandId, affiliateId)),
  );
  return lines.map((line, index) => {
    const item = found[index];
    return { line, details: item === undefined ? undefined : storedPaymentDetails.parse(item) };
  });
}
