// Lists the settings of the brand by subject, reads them from a form, and finds them in the brand.
import type { Brand, BrandChanges } from '#lib/client/index.ts';
import type { Visit } from '#lib/pages/console/visit.ts';
import type { Form } from '#lib/pages/shared/form.ts';

/** The texts list the choices of a `choice` and a `switch`, and the `kinds` of e-mails, of which the API stores those that are off. */
export type Kind =
  | (
      | 'text'
      | 'choice'
      | 'switch'
      | 'timezone'
      | 'optionalText'
      | 'textOfPair'
      | 'lines'
      | 'number'
      | 'optionalNumber'
    )
  /** The API shows an account masked only. An empty `textIfAny` is not sent. */
  | ('account' | 'textIfAny' | 'kinds');

export type SettingsTab = '' | 'portal' | 'mails';

interface Subject {
  /** The tab of the settings that contains the form. */
  readonly tab: SettingsTab;
  /** The keys are paths of fields in the API. */
  readonly settings: Readonly<Record<string, Kind>>;
}

export const subjects: Readonly<Record<string, Subject>> = {
  brand: { tab: '', settings: { name: 'text', timezone: 'timezone' } },
  links: {
    tab: '',
    settings: {
      landingUrl: 'optionalText',
      landingHosts: 'lines',
      linkPrefix: 'textIfAny',
      'linkTexts.title': 'textOfPair',
      'linkTexts.message': 'textOfPair',
    },
  },
  utm: {
    tab: '',
    settings: {
      'defaultUtm.source': 'textIfAny',
      'defaultUtm.medium': 'textIfAny',
      'defaultUtm.campaign': 'textIfAny',
      'defaultUtm.term': 'textIfAny',
      'defaultUtm.content': 'textIfAny',
    },
  },
  commission: {
    tab: '',
    settings: { 'commission.type': 'choice', 'commission.value': 'number', ratesByAdminsOnly: 'switch' },
  },
  attribution: {
    tab: '',
    settings: {
      attributionWindowDays: 'number',
      'customerAttribution.type': 'choice',
      'customerAttribution.months': 'optionalNumber',
      uniqueClicksPerAddress: 'optionalNumber',
    },
  },
  approval: { tab: '', settings: { holdDays: 'number', holdAboveShare: 'number', payoutMinimum: 'number' } },
  account: {
    tab: '',
    settings: {
      'payoutAccount.iban': 'account',
      'payoutAccount.name': 'text',
      'payoutAccount.bic': 'textIfAny',
    },
  },
  portal: {
    tab: 'portal',
    settings: {
      slug: 'text',
      'portal.enabled': 'switch',
      'portal.applications': 'choice',
      'portal.creatorLinks': 'switch',
      'portal.color': 'optionalText',
      'portal.supportEmail': 'optionalText',
      'portal.termsUrl': 'optionalText',
      'portal.privacyUrl': 'optionalText',
    },
  },
  mails: {
    tab: 'mails',
    settings: {
      'creatorMails.enabled': 'switch',
      'creatorMails.replyTo': 'optionalText',
      'creatorMails.kinds': 'kinds',
    },
  },
  security: { tab: '', settings: { requireSecondFactor: 'switch', auditAddresses: 'choice' } },
};

type Values = Readonly<Record<string, unknown>>;

/** Lines for several values. */
export function settingOf(brand: Brand, name: string, kind: Kind): string {
  if (kind === 'account') return '';
  if (kind === 'kinds') return brand.creatorMails.off.join('\n');
  const value = name.split('.').reduce<unknown>((part, key) => (part as Values | null)?.[key], brand);
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

function valueIn(form: Form, name: string, kind: Kind): unknown {
  switch (kind) {
    case 'switch':
      return form.text(name) === 'true';
    case 'lines':
      return form.lines(name);
    case 'number':
      return form.number(name);
    case 'optionalNumber':
      return form.numberOrNull(name);
    case 'optionalText':
      return form.nullable(name);
    case 'textIfAny':
      return form.optional(name);
    default:
      return form.text(name);
  }
}

/** The kinds of e-mails without a check. */
const kindsOff = ({ texts }: Visit, form: Form, name: string): readonly string[] =>
  Object.keys(texts.brand.choices[name] ?? {}).filter((kind) => !form.all(name).includes(kind));

export function changesIn(visit: Visit, form: Form, subject: string): BrandChanges {
  const changes: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(subjects[subject]?.settings ?? {})) {
    const [first = '', second] = name.split('.');
    const value = valueIn(form, name, kind);
    if (second === undefined) changes[first] = value;
    else if (kind === 'kinds')
      changes[first] = { ...(changes[first] ?? {}), off: kindsOff(visit, form, name) };
    else changes[first] = { ...(changes[first] ?? {}), [second]: value };
  }
  const { linkTexts, defaultUtm, customerAttribution } = changes as BrandChanges;
  // Empty texts alone are none, and only one type has months.
  if (linkTexts && !linkTexts.title && !linkTexts.message) changes.linkTexts = null;
  if (defaultUtm && Object.values(defaultUtm).every((text) => text === undefined)) changes.defaultUtm = null;
  if (customerAttribution && customerAttribution.type !== 'months')
    changes.customerAttribution = { type: customerAttribution.type };
  return changes;
}
