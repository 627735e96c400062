// Reads what a person has entered in a form.
import type { Language } from './texts/texts.ts';

/** Another value means a typing error, or a number whose separator can be one of thousands. */
const decimals: Readonly<Record<Language, RegExp>> = {
  en: /^-?\d+(?:\.\d+|,(?!\d{3}$)\d+)?$/,
  de: /^-?\d+(?:,\d+|\.(?!\d{3}$)\d+)?$/,
};

type Values<Name extends string, Value> = { readonly [Key in Name]: Value };

export class Form {
  readonly entries: readonly (readonly [name: string, value: string])[];

  readonly #language: Language;

  constructor(entries: Form['entries'], language: Language) {
    this.entries = entries;
    this.#language = language;
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
   * Returns a number with a decimal point, which a person may write with a comma. Returns another text between quotes, which the API
   * refuses: `1.200` is 1,200 for a German reader, and 1.2 for the API.
   */
  decimal(name: string): string {
    const text = this.text(name);
    return text === '' || decimals[this.#language].test(text) ? text.replace(',', '.') : `"${text}"`;
  }

  /** The API refuses a number that is missing, because JSON writes it as null, and says what is wrong with another text. */
  number(name: string): number {
    const text = this.decimal(name);
    const number = text === '' ? Number.NaN : Number(text);
    return text !== '' && Number.isNaN(number) ? (text as unknown as number) : number;
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
