// The same browsers, and the same referring pages, come again and again: what a text tells is found out once.

const maxHeld = 500;
/** What is longer is of nobody who comes often. */
const maxLength = 512;

/** `tell` for texts; the last ones are remembered. */
export function remembered<Told>(tell: (text: string) => Told): (text: string) => Told {
  const held = new Map<string, Told>();
  return (text) => {
    const known = held.get(text);
    if (known !== undefined) return known;
    const told = tell(text);
    if (text.length > maxLength) return told;
    const [oldest] = held.keys();
    if (held.size >= maxHeld && oldest !== undefined) held.delete(oldest);
    held.set(text, told);
    return told;
  };
}
