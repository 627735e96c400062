// Declares the HTTP conventions of an endpoint: the version of its resource, its deprecation, its largest body, and its keys of idempotency.

export const ifMatchHeader = 'If-Match';

/** The answer has the version of the resource as `ETag`, and a change accepts `If-Match`. docs/decisions/0164 */
export interface Versioned {
  /** These fields change without a decision of a person, such as totals. They do not change the version. */
  readonly except: readonly string[];
}

/** The endpoint will be removed. docs/decisions/0165 */
export interface Deprecated {
  /** Clients should use the replacement from this day on. */
  readonly since: string;
  /** The endpoint is removed on this day. */
  readonly sunset: string;
  /** Clients use this path instead, below `/v1`. */
  readonly replacement?: string;
}

export interface Conventions {
  readonly versioned?: Versioned;
  readonly deprecated?: Deprecated;
  /** The largest body, if it is not that of all other endpoints. */
  readonly maxBodyBytes?: number;
  /** The response contains a secret, so it is never stored: the endpoint accepts no `Idempotency-Key`. */
  readonly answersWithSecret?: true;
  /** A repeated request has the same result, so it needs no `Idempotency-Key`. */
  readonly takesNoIdempotencyKey?: true;
}

/** Throws a 412 if the stored state is not the version of the request. Undefined stands for a resource that does not exist. */
export type VersionCheck<Stored> = ((current: Stored | undefined) => void) | undefined;

/** Returns the check of `If-Match`, or undefined without the header. */
export type IfMatch = <Stored>(present: (stored: Stored) => object) => VersionCheck<Stored>;

export const acceptsIfMatch = ({
  method,
  versioned,
}: Pick<Conventions, 'versioned'> & { readonly method: string }): boolean =>
  versioned !== undefined && ['PATCH', 'PUT', 'DELETE'].includes(method);
