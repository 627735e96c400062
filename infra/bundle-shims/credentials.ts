// Replaces @aws-sdk/credential-provider-node: reads the credentials from the environment only.
import { credentialsInEnvironment } from '#lib/aws/credentials.ts';

export const defaultProvider = () => async () => credentialsInEnvironment();
