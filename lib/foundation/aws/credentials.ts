// Provides AWS credentials. Lambda sets those of a function in the environment, for the lifetime of an instance.

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Throws a CredentialsProviderError, like the SDK, if the credentials are missing. */
function credentialsInEnvironment(): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    const failure = new Error('There are no AWS credentials in the environment');
    throw Object.assign(failure, { name: 'CredentialsProviderError' });
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

export type CredentialsProvider = () => Credentials | Promise<Credentials>;

let provider: CredentialsProvider = credentialsInEnvironment;

/** Replaces the credentials of the environment, for the operator on a machine with profiles and sign-ins. */
export function useCredentials(other: CredentialsProvider): void {
  provider = other;
}

/** The provider decides when it refreshes credentials. */
export const currentCredentials: CredentialsProvider = () => provider();
