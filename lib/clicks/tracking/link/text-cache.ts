// Caches the results of a function for the 500 texts that were added last, such as user agents and referrers.
import { addBounded } from './bounded-map.ts';

const maxEntries = 500;
const maxLength = 512;

export function cached<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length <= maxLength) addBounded(results, maxEntries, [text, result]);
    return result;
  };
}
