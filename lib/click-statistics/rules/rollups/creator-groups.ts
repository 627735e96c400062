// Assigns the creators of a wide month to groups. See docs/decisions/0123.
import { hash } from 'node:crypto';

/** The changes of a wide month are stored by group of the buffer. */
export const bufferGroups = 8;
/** A rollup of creators is split further, so that the transaction that closes its hour stays small. */
const creatorGroupsPerBufferGroup = 4;
export const creatorGroups = bufferGroups * creatorGroupsPerBufferGroup;

/** These numbers are part of the stored format, and `creatorGroups` divides the values of a byte equally. */
export const creatorGroupOf = (affiliateId: string): number =>
  (hash('sha256', affiliateId, 'buffer')[0] ?? 0) % creatorGroups;

export const bufferGroupOf = (creatorGroup: number): number =>
  Math.floor(creatorGroup / creatorGroupsPerBufferGroup);
