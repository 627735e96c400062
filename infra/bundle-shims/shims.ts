// Lists the bundle shims, which replace modules in the Lambda bundles (docs/decisions/0024).
// `npm run bench:cold -- --without FILE` measures the effect of one shim.

export interface BundleShim {
  readonly file: string;
  /** The package that the shim replaces; null for a shim that runs before the handler. */
  readonly package: string | null;
  readonly importer?: RegExp;
  readonly reason: string;
  readonly saves: {
    readonly kilobytes: number;
    /** The percentage of the cold start of the function named in `of` that the shim saves. Must be at least 3. */
    readonly percent: number;
    readonly of: string;
  };
}

export const stackTraceShim = {
  file: 'source-lines.ts',
  package: null,
  reason: 'With `--enable-source-maps`, Node reads the source map at every start, not only for stack traces.',
  saves: { kilobytes: 0, percent: 10, of: 'affiliates.get' },
} as const satisfies BundleShim;

export const zodShim = {
  file: 'zod-settings.ts',
  package: null,
  reason: 'Compiling a schema at first use pays off only after about 1,000 parses.',
  saves: { kilobytes: 0, percent: 9, of: 'affiliates.get' },
} as const satisfies BundleShim;

export const bundleShims: readonly BundleShim[] = [
  stackTraceShim,
  zodShim,
  {
    file: 'credentials.ts',
    package: '@aws-sdk/credential-provider-node',
    reason: 'In Lambda, credentials are always in the environment, never in profiles, SSO or STS.',
    saves: { kilobytes: 136, percent: 12, of: 'streams/aggregate-clicks' },
  },
  {
    file: 'client-dynamodb.ts',
    package: '@aws-sdk/client-dynamodb',
    reason: 'The SDK loads endpoint rules, configuration files and the schemas of all operations.',
    // Measured together with lib-dynamodb.ts, which depends on this shim.
    saves: { kilobytes: 176, percent: 40, of: 'affiliates.get' },
  },
  {
    file: 'lib-dynamodb.ts',
    package: '@aws-sdk/lib-dynamodb',
    reason: 'It depends on command classes that the minimal DynamoDB client does not have.',
    saves: { kilobytes: 176, percent: 40, of: 'affiliates.get' },
  },
  {
    file: 'client-secrets-manager.ts',
    package: '@aws-sdk/client-secrets-manager',
    // Replace the client only for this importer, because the rotation of signing keys needs more operations.
    importer: /lib[/\\]access[/\\]auth[/\\]store[/\\]signing-keys-source\.ts$/,
    reason: 'Signing a token needs one operation, and the SDK would load a second complete client.',
    saves: { kilobytes: 161, percent: 18, of: 'auth.refresh' },
  },
];
