// Source maps of bundles, of our own code alone: reading the map of every package takes long.
import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const isOwn = (source: string): boolean => !/node_modules|^[\w-]+:/.test(source);

/** `../../lib/ids.ts`, from wherever the bundle is, → `lib/ids.ts`, as everybody knows it. */
const nameOf = (source: string): string => source.replace(/^.*?\/(?=(lib|functions|infra)\/)/, '');

/** Leaves out what comes from packages: their frames in a stack name the bundle's line instead. */
export async function keepOwnSources(file: string): Promise<void> {
  const map: SourceMap = JSON.parse(await readFile(file, 'utf8'));
  const sources = map.sources.filter(isOwn);
  const newIndexes = map.sources.map((source) => sources.indexOf(source));
  const mappings = encode(decode(map.mappings).map((line) => ownSegments(line, newIndexes)));
  await writeFile(file, JSON.stringify({ version: 3, sources: sources.map(nameOf), names: [], mappings }));
}

/** Where foreign code begins, one segment without a source says so; a stack would else name the last line of ours. */
function ownSegments(line: readonly SourceMapSegment[], newIndexes: readonly number[]): SourceMapSegment[] {
  const kept: SourceMapSegment[] = [];
  for (const [column, source = -1, sourceLine = 0, sourceColumn = 0] of line) {
    const index = newIndexes[source] ?? -1;
    if (index >= 0) kept.push([column, index, sourceLine, sourceColumn]);
    else if (kept.at(-1)?.length !== 1) kept.push([column]);
  }
  return kept;
}
