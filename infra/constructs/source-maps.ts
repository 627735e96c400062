// Reduces source maps to our own code, because parsing the maps of all packages is slow.
import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const isOwn = (source: string): boolean => !/node_modules|^[\w-]+:/.test(source);

const pathInProject = (source: string): string => source.replace(/^.*?\/(?=(lib|functions|infra)\/)/, '');

export async function keepOwnSources(file: string): Promise<void> {
  const map: SourceMap = JSON.parse(await readFile(file, 'utf8'));
  const sources = map.sources.filter(isOwn);
  const newIndexes = map.sources.map((source) => sources.indexOf(source));
  const mappings = encode(decode(map.mappings).map((line) => ownSegments(line, newIndexes)));
  await writeFile(
    file,
    JSON.stringify({ version: 3, sources: sources.map(pathInProject), names: [], mappings }),
  );
}

/** Adds an empty segment where package code begins. Without it, a stack trace would show our last line for package code. */
function ownSegments(line: readonly SourceMapSegment[], newIndexes: readonly number[]): SourceMapSegment[] {
  const kept: SourceMapSegment[] = [];
  for (const [column, source = -1, sourceLine = 0, sourceColumn = 0] of line) {
    const index = newIndexes[source] ?? -1;
    if (index >= 0) kept.push([column, index, sourceLine, sourceColumn]);
    else if (kept.at(-1)?.length !== 1) kept.push([column]);
  }
  return kept;
}
