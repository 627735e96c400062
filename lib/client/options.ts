// Defines the settings of a client and of a single request.

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A user with a second factor sends the code of the authenticator app. */
  readonly code?: string;
}

export interface ClientOptions {
  /** The address of the API contains its version, for example `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Only public endpoints answer without an API key and without `login`. */
  readonly apiKey?: string;
  /** Logs in a person. A function is called for each login, for example to ask for the code of a second factor. */
  readonly login?: Credentials | (() => Credentials | Promise<Credentials>);
  /** `test` selects the test data of the account for a login. A test key needs no mode. */
  readonly mode?: 'live' | 'test';
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** An attempt fails after this many milliseconds. Defaults to 30,000. */
  readonly timeout?: number;
  /** A failed request is repeated at most this many times. Defaults to 4. */
  readonly retries?: number;
  /** Replaces the pause before a retry, for example in tests. */
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface RequestOptions extends Pick<ClientOptions, 'timeout' | 'retries'> {
  /** Identifies a POST. Store it before the request, if you want to repeat the request after a crash. Defaults to a random key. */
  readonly idempotencyKey?: string;
  /** Ends the request and its retries. */
  readonly signal?: AbortSignal;
  /** Adds headers, such as `if-match`. */
  readonly headers?: Readonly<Record<string, string>>;
}
