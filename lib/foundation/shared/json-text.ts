// Reads the text of a JSON body, and finds a repeated key, of which JSON.parse would silently keep the last value.

interface EncodedText {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** Removes a byte order mark, which some clients send (RFC 8259, 8.1). */
export function jsonTextOf({ body = '', isBase64Encoded }: EncodedText): string {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** Returns the first key that an object of `json`, which must be valid, contains twice. Does not recurse, because a body can be deep. */
export function repeatedKeyIn(json: string): string | undefined {
  /** The keys of the open objects, and null for an open list. */
  const open: (Set<string> | null)[] = [];
  let isKeyNext = false;
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ',' && isKeyNext) {
      const keys = open.at(-1);
      const key: string = JSON.parse(token);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    isKeyNext = token === '{' || (token === ',' && open.at(-1) !== null);
  }
  return undefined;
}
