// Caches the results of a function for the 500 texts that were added last, such as user agents and referrers.

const maxEntries = 500;
const maxLength = 512;

export function cached<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > maxLength) return result;
    const [oldest] = results.keys();
    if (results.size >= maxEntries && oldest !== undefined) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
