// The German texts that only the portal has.
export * from './de/portal.ts';
export * from './de/portal-details.ts';
export * from './de/portal-links.ts';
export * from './de/portal-money.ts';
export * from './de/portal-public.ts';
