// The settings of a client and of a single request.

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The code of the authenticator app, if the user has a second factor. */
  readonly code?: string;
}

export interface ClientOptions {
  /** The address of the API with its version, for example `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** An API key. Without it and without `login`, only public endpoints answer. */
  readonly apiKey?: string;
  /** The account of a person. A function is called for each login, for example to ask for the code of a second factor. */
  readonly login?: Credentials | (() => Credentials | Promise<Credentials>);
  /** `test` selects the test data of the account for a login. A test key needs no mode. */
  readonly mode?: 'live' | 'test';
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds until an attempt fails. Defaults to 30,000. */
  readonly timeout?: number;
  /** How often a failed request is repeated. Defaults to 4. */
  readonly retries?: number;
  /** Replaces the pause before a retry, for example in tests. */
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface RequestOptions extends Pick<ClientOptions, 'timeout' | 'retries'> {
  /** Your id of a POST. Store it before the request, if you want to repeat the request after a crash. Defaults to a random one. */
  readonly idempotencyKey?: string;
  /** Ends the request and its retries. */
  readonly signal?: AbortSignal;
  /** Other headers, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
}
