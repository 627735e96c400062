// What is made of a thing, made once: whoever asks again gets the very same.

/** `make`, remembered for as long as the thing it was made of is. */
export function memoized<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  const held = new WeakMap<Thing, { readonly made: Made }>();
  return (thing) => {
    const known = held.get(thing) ?? { made: make(thing) };
    held.set(thing, known);
    return known.made;
  };
}
