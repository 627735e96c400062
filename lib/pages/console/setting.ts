// Describes a setting of the brand: what a form shows, and what it sends.
import type { Brand, BrandChanges } from '#lib/client/index.ts';
import type { Form } from '#lib/pages/shared/forms.ts';

export interface Setting {
  /** The path of the field in the API. */
  readonly name: string;
  readonly value: (brand: Brand) => string | number | boolean | null;
  /** The texts list the choices of a `choice`, and the boxes of `boxes`, whose value names those without a check. */
  readonly kind:
    | 'text'
    | 'number'
    | 'optionalNumber'
    | 'lines'
    | 'choice'
    | 'timezone'
    | 'optionalText'
    | 'boxes';
}

export type SettingsTab = '' | 'portal' | 'mails';

export interface Subject {
  /** The tab of the settings that contains the form. */
  readonly tab?: SettingsTab;
  readonly settings: readonly Setting[];
  readonly changes: (form: Form) => BrandChanges;
}
