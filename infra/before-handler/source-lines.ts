// Replaces `--enable-source-maps`: maps stack traces to our sources, and reads the source map only when the first trace is built.
import { readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';

const bundle = import.meta.url;
let map: SourceMap | undefined;

/** A missing map must not hide the original error. */
function readMap(): SourceMap | undefined {
  const { SourceMap } = process.getBuiltinModule('node:module');
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${bundle}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}

function lineOf(frame: NodeJS.CallSite): string {
  const text = `    at ${frame}`;
  if (frame.getFileName() !== bundle) return text;
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  map ??= readMap();
  const { fileName, lineNumber, columnNumber } = { ...map?.findOrigin(line, column) };
  return fileName === undefined
    ? text
    : text.replace(`${bundle}:${line}:${column}`, `${fileName}:${lineNumber}:${columnNumber}`);
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map(lineOf)].join('\n');
