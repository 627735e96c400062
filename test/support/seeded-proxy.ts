// Starts the proxy with seeded faults in a separate process.
import { type ProxyProcess, startProxyProcess } from './proxy-process.ts';
import type { Counts, Rates } from './seeded-faults.ts';

interface Options {
  readonly engine: string;
  readonly seed: number;
  readonly rates: Rates;
}

export const startSeededProxy = ({ engine, seed, rates }: Options): Promise<ProxyProcess<Counts>> =>
  startProxyProcess('seeded-proxy-main.ts', { engine, seed: String(seed), rates: JSON.stringify(rates) });
