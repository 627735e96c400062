// Replaces @aws-sdk/credential-provider-node with a provider that reads the credentials from the environment.
import { credentialsInEnvironment } from '#lib/foundation/aws/credentials.ts';

export const defaultProvider = () => async () => credentialsInEnvironment();
