// Lists the settings of the brand by subject: what a form shows, and what it sends.
import type { Form } from '#lib/pages/shared/forms.ts';
import { linesIn, numberIn, numberOrNull } from './inputs.ts';
import { portalSubjects } from './portal-subjects.ts';
import type { Subject } from './setting.ts';

const linkTextsIn = (form: Form) => {
  const [title, message] = [form.text('linkTexts.title'), form.text('linkTexts.message')];
  return title === '' && message === '' ? null : { title, message };
};

export const subjects = {
  brand: {
    settings: [
      { name: 'name', kind: 'text', value: ({ name }) => name },
      { name: 'timezone', kind: 'timezone', value: ({ timezone }) => timezone },
    ],
    changes: (form) => ({ name: form.text('name'), timezone: form.text('timezone') }),
  },
  links: {
    settings: [
      { name: 'landingUrl', kind: 'optionalText', value: ({ landingUrl }) => landingUrl },
      { name: 'landingHosts', kind: 'lines', value: ({ landingHosts }) => landingHosts.join('\n') },
      { name: 'linkTexts.title', kind: 'optionalText', value: ({ linkTexts }) => linkTexts?.title ?? null },
      {
        name: 'linkTexts.message',
        kind: 'optionalText',
        value: ({ linkTexts }) => linkTexts?.message ?? null,
      },
    ],
    changes: (form) => ({
      landingUrl: form.optional('landingUrl') ?? null,
      landingHosts: linesIn(form, 'landingHosts'),
      linkTexts: linkTextsIn(form),
    }),
  },
  commission: {
    settings: [
      { name: 'commission.type', kind: 'choice', value: ({ commission }) => commission.type },
      { name: 'commission.value', kind: 'number', value: ({ commission }) => commission.value },
      { name: 'ratesByAdminsOnly', kind: 'choice', value: ({ ratesByAdminsOnly }) => ratesByAdminsOnly },
    ],
    changes: (form) => ({
      commission: {
        type: form.text('commission.type') as 'fixed',
        value: numberIn(form, 'commission.value'),
      },
      ratesByAdminsOnly: form.text('ratesByAdminsOnly') === 'true',
    }),
  },
  attribution: {
    settings: [
      { name: 'attributionWindowDays', kind: 'number', value: (brand) => brand.attributionWindowDays },
      { name: 'customerAttribution.type', kind: 'choice', value: (brand) => brand.customerAttribution.type },
      {
        name: 'customerAttribution.months',
        kind: 'optionalNumber',
        value: ({ customerAttribution: its }) => (its.type === 'months' ? its.months : null),
      },
      {
        name: 'uniqueClicksPerAddress',
        kind: 'optionalNumber',
        value: (brand) => brand.uniqueClicksPerAddress,
      },
    ],
    changes: (form) => {
      const type = form.text('customerAttribution.type') as 'months';
      const months = numberIn(form, 'customerAttribution.months');
      return {
        attributionWindowDays: numberIn(form, 'attributionWindowDays'),
        customerAttribution: type === 'months' ? { type, months } : { type },
        uniqueClicksPerAddress: numberOrNull(form, 'uniqueClicksPerAddress'),
      };
    },
  },
  approval: {
    settings: [
      { name: 'holdDays', kind: 'number', value: ({ holdDays }) => holdDays },
      { name: 'holdAboveShare', kind: 'number', value: ({ holdAboveShare }) => holdAboveShare },
      { name: 'payoutMinimum', kind: 'number', value: ({ payoutMinimum }) => payoutMinimum },
    ],
    changes: (form) => ({
      holdDays: numberIn(form, 'holdDays'),
      holdAboveShare: numberIn(form, 'holdAboveShare'),
      payoutMinimum: numberIn(form, 'payoutMinimum'),
    }),
  },
  account: {
    settings: [
      // The API shows the account masked only.
      { name: 'payoutAccount.iban', kind: 'text', value: () => null },
      { name: 'payoutAccount.name', kind: 'text', value: ({ payoutAccount }) => payoutAccount?.name ?? null },
      {
        name: 'payoutAccount.bic',
        kind: 'optionalText',
        value: ({ payoutAccount }) => payoutAccount?.bic ?? null,
      },
    ],
    changes: (form) => ({
      payoutAccount: {
        iban: form.text('payoutAccount.iban'),
        name: form.text('payoutAccount.name'),
        bic: form.optional('payoutAccount.bic'),
      },
    }),
  },
  ...portalSubjects,
  security: {
    settings: [
      { name: 'requireSecondFactor', kind: 'choice', value: ({ requireSecondFactor: its }) => its },
      { name: 'auditAddresses', kind: 'choice', value: ({ auditAddresses }) => auditAddresses },
    ],
    changes: (form) => ({
      requireSecondFactor: form.text('requireSecondFactor') === 'true',
      auditAddresses: form.text('auditAddresses') as 'clear',
    }),
  },
} satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;
export const isSubject = (name: string): name is SubjectName => Object.hasOwn(subjects, name);
