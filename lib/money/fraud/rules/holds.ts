// Reads and changes the list of open findings that hold the commissions of a creator. It is a text, because every order parses creators.
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

type Holds = Affiliate['fraudHolds'];

const partsOf = (holds: Holds): readonly string[] => (holds ? holds.split(' ') : []);

/** A finding about a discount code holds only the orders with the code. */
export const isHeldBy = ({ fraudHolds }: Pick<Affiliate, 'fraudHolds'>, discountId: string | null): boolean =>
  partsOf(fraudHolds).some((part) => {
    const [, code] = part.split('/');
    return code === undefined || code === discountId;
  });

export const withHold = (holds: Holds, findingId: string, discountId: string | null): string =>
  [
    ...partsOf(withoutHold(holds, findingId)),
    discountId === null ? findingId : `${findingId}/${discountId}`,
  ].join(' ');

export const withoutHold = (holds: Holds, findingId: string): string | null =>
  partsOf(holds)
    .filter((part) => part.split('/')[0] !== findingId)
    .join(' ') || null;
