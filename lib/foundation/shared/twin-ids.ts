// Derives the ids of test twins. This file must not import zod, because it slows down the cold start of the tracking link.
import { hash } from 'node:crypto';
import { encodeBytes } from './crockford.ts';

export const twinPrefix = 'tst';
const randomLength = 25;

export const isTwinId = (brandId: string): boolean => brandId.startsWith(`${twinPrefix}_`);

/** Each reset begins a new generation with another id, so a new twin is empty. */
export const twinIdOf = (brandId: string, generation: number): string =>
  `${twinPrefix}_0${encodeBytes(hash('sha256', `${brandId} ${generation}`, 'buffer')).slice(0, randomLength)}`;

/** The prefix of the links of a test twin. Tracking codes contain no period, so the links of different brands never collide. */
export const linkPrefixOf = (brandId: string): string =>
  isTwinId(brandId) ? `test.${brandId.slice('tst_'.length).toLowerCase()}.` : '';
