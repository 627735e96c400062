// Reads a file that a form contains.
import type { PageContext } from './context.ts';

interface Upload {
  readonly text: string;
  readonly bytes: number;
}

/** Programs of offices and banks also write Windows-1252, whose letters are rarely valid UTF-8. */
function decode(content: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** Returns undefined if the person has chosen no file, or an empty one. */
export async function readUpload(c: PageContext, name: string): Promise<Upload | undefined> {
  const file = (await c.req.parseBody({ all: true }))[name];
  if (!(file instanceof File) || file.size === 0) return undefined;
  return { text: decode(await file.arrayBuffer()), bytes: file.size };
}
