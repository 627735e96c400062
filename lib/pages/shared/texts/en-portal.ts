// The English texts that only the portal has.
export * from './en/portal.ts';
export * from './en/portal-details.ts';
export * from './en/portal-links.ts';
export * from './en/portal-money.ts';
export * from './en/portal-public.ts';
