// Draws the parts of a shop's year that all vendors have.
import type { Story, YearCreator } from './year.ts';

export const minute = 60_000;
export const day = 1440 * minute;

export const decimalOf = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.trunc(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;

export const isoAt = (time: number): string => new Date(time).toISOString();
export const secondsAt = (time: number): number => Math.floor(time / 1000);

/** Rounds half to even with plain integers, independently of the service. */
export function portion(amount: number, part: number, total: number): number {
  const whole = Math.floor((amount * part) / total);
  const rest = (amount * part) % total;
  const isUp = 2 * rest > total || (2 * rest === total && whole % 2 === 1);
  return Math.min(amount, isUp ? whole + 1 : whole);
}

export const chance = ({ random }: Story, percent: number): boolean => random.between(1, 100) <= percent;

/** A time in the year that leaves weeks for what follows an order. In whole seconds, as vendors write times. */
export const drawTime = ({ random, from }: Story): number =>
  from.getTime() + random.between(0, 330 * 86_400) * 1000;

/** Half of the orders have no creator. */
export const drawCreator = (story: Story): YearCreator | undefined =>
  chance(story, 50) ? undefined : story.random.pick(story.creators);
