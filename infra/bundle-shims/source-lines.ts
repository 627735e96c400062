// In every bundle in the place of `--enable-source-maps`: stacks name the lines of our sources, but the map is read when
// the first stack is, not whenever a function starts. docs/decisions/0024 has the figures.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const bundle = import.meta.url;
let map: SourceMap | undefined;

/** Not every asset has its map beside it, and no failure may be hidden by another one: lines of the bundle then. */
function readMap(): SourceMap {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')));
  } catch {
    return new SourceMap({
      file: '',
      version: 3,
      sources: [],
      sourcesContent: [],
      names: [],
      mappings: '',
      sourceRoot: '',
    });
  }
}

/** One line of a stack; what comes from packages, and from Node, stays as it is. */
function lineOf(frame: NodeJS.CallSite): string {
  const text = `    at ${frame}`;
  if (frame.getFileName() !== bundle) return text;
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  map ??= readMap();
  const { fileName, lineNumber, columnNumber } = { ...map.findOrigin(line, column) };
  return fileName === undefined
    ? text
    : text.replace(`${bundle}:${line}:${column}`, `${fileName}:${lineNumber}:${columnNumber}`);
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map(lineOf)].join('\n');
