// Reads what a person has entered in a form.
type Values<Name extends string, Value> = { readonly [Key in Name]: Value };

export class Form {
  readonly entries: readonly (readonly [name: string, value: string])[];

  constructor(entries: Form['entries']) {
    this.entries = entries;
  }

  all(name: string): readonly string[] {
    return this.entries.flatMap(([key, value]) => (key === name ? [value] : []));
  }

  /** Empty if the field is absent. */
  text(name: string): string {
    return this.all(name)[0]?.trim() ?? '';
  }

  /** Spaces belong to a password. */
  secret(name: string): string {
    return this.all(name)[0] ?? '';
  }

  /** Undefined if the field is absent or empty. */
  optional(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  nullable(name: string): string | null {
    return this.text(name) || null;
  }

  /**
   * Reads a number with a decimal point or comma. The API refuses one that is missing, because JSON writes it as null, and says what is
   * wrong with another text.
   */
  number(name: string): number {
    const text = this.optional(name);
    if (text === undefined) return Number.NaN;
    const number = Number(text.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2'));
    return Number.isNaN(number) ? (text as unknown as number) : number;
  }

  numberOrNull(name: string): number | null {
    return this.optional(name) === undefined ? null : this.number(name);
  }

  /** One value in each line, or commas between. */
  lines(name: string): readonly string[] {
    return this.text(name)
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  #values<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) {
    return Object.fromEntries(names.map((name) => [name, read(name)])) as Values<Name, Value>;
  }

  texts<Name extends string>(...names: readonly Name[]): Values<Name, string> {
    return this.#values(names, (name) => this.text(name));
  }

  optionals<Name extends string>(...names: readonly Name[]): Values<Name, string | undefined> {
    return this.#values(names, (name) => this.optional(name));
  }

  nullables<Name extends string>(...names: readonly Name[]): Values<Name, string | null> {
    return this.#values(names, (name) => this.nullable(name));
  }
}

/** The API has refused a form. The page shows the form again, with this. */
export interface Problem {
  readonly message: string;
  readonly status: 400 | 403 | 404 | 409;
  /** The API names fields by their paths, as the forms do. */
  readonly fields: ReadonlyMap<string, string>;
  readonly form: Form;
  /** Somebody has changed the resource since the form was shown. */
  readonly isOutdated?: boolean;
}
