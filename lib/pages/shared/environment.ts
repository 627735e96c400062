// Parses the variables that only the functions of pages have.
import { environment } from '#lib/foundation/shared/environment.ts';
import { parseEnvironment, text, url } from '#lib/foundation/shared/link-environment.ts';

const own = parseEnvironment({
  /** Encrypts the cookies of sessions. */
  PAGES_SECRET: text(32),
  /** The address of the gateway behind CloudFront. Without CloudFront, pages call the public address. */
  GATEWAY_URL: url,
});

const required = (name: string, value: string | undefined): string => {
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};

export const pagesSecret = (): string => required('PAGES_SECRET', own.PAGES_SECRET);

/** The public address of the API, ending in `/v1`. */
export const publicUrl = (): string => required('API_URL', environment.API_URL);

export const gatewayUrl = own.GATEWAY_URL;

/** The current secret of CloudFront is the first one. */
export const originSecret = environment.ORIGIN_SECRETS?.split(',')[0];
