// Adds up the orders and the commission of a creator on a day.
import type { MailPart } from '#lib/outlets/creator-mails/schema/stored.ts';
import { addFigures, type Figures } from '#lib/outlets/figures/rules/figures.ts';
import type { Parts } from '#lib/outlets/figures/rules/sheet.ts';

/** Returns undefined for a creator without orders. A repeated run replaces the part, because the sequence is the same. */
export function digestPart(parts: Parts): MailPart | undefined {
  const sum: Figures = {};
  for (const figures of parts.values()) addFigures(sum, figures);
  const { orders = 0, pending = 0, approved = 0, paid = 0 } = sum;
  return orders > 0 ? [0, orders, pending + approved + paid, []] : undefined;
}
