// Lists the modules that run before the handler of a Lambda bundle (docs/decisions/0024).
// `npm run bench:cold -- --without FILE` measures the effect of one shim.

export interface BundleShim {
  readonly file: string;
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
  reason: 'With `--enable-source-maps`, Node reads the source map at every start, not only for stack traces.',
  saves: { kilobytes: 0, percent: 10, of: 'affiliates.get' },
} as const satisfies BundleShim;

export const zodShim = {
  file: 'zod-settings.ts',
  reason: 'Compiling a schema at first use pays off only after about 1,000 parses.',
  saves: { kilobytes: 0, percent: 9, of: 'affiliates.get' },
} as const satisfies BundleShim;

export const bundleShims: readonly BundleShim[] = [stackTraceShim, zodShim];
