// Reads rates, amounts, statuses and codes as people and other programs write them.
import { minorDigits } from '#lib/foundation/shared/money.ts';
import { normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';

const rateText = /^(\d+(?:[.,]\d+)?)\s*(%|[a-z]{3}|€|\$|£)?$/i;

/** `12,5 %` and `12.5` are percentages. An amount has a currency, which must be that of the brand. */
export function rateOf(text: string, currency: string): unknown {
  const [, number = '', unit = '%'] = rateText.exec(text) ?? [];
  if (number === '' || !(unit === '%' || isCurrency(unit, currency))) return undefined;
  return { type: unit === '%' ? 'percentage' : 'fixed', value: Number(number.replace(',', '.')) };
}

const symbols: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
};

const isCurrency = (unit: string, currency: string): boolean =>
  unit.toUpperCase() === currency || (symbols[unit] ?? []).includes(currency);

const unitText = /[a-z]{3}|[€£$]/i;

/**
 * A point or comma before exactly three digits could separate thousands or decimals, so it is accepted beside the other one only. In a
 * currency with three decimals it separates these.
 */
const amountTexts = (decimals: number): readonly RegExp[] =>
  [
    String.raw`\d+(?:[.,]\d{1,DECIMALS})?`,
    String.raw`\d{1,3}(?:,\d{3})+\.\d{1,DECIMALS}`,
    String.raw`\d{1,3}(?:\.\d{3})+,\d{1,DECIMALS}`,
    String.raw`\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,DECIMALS})?`,
  ].map((text) => new RegExp(`^-?${text.replace('DECIMALS', String(decimals))}$`));

/** A currency without decimals has only separators of thousands. */
const wholeText = /^-?\d{1,3}([.,'’])\d{3}(?:\1\d{3})*$/;

/** The last point or comma separates the decimals. */
function numberIn(text: string): number {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (at === -1) return Number(text.replace(/['’]/g, ''));
  return Number(`${text.slice(0, at).replace(/[.,'’]/g, '')}.${text.slice(at + 1)}`);
}

/** Returns undefined for an amount of another currency, or with unclear separators. */
export function amountOf(text: string, currency: string): number | undefined {
  const unit = unitText.exec(text)?.[0];
  if (unit !== undefined && !isCurrency(unit, currency)) return undefined;
  const number = text.replace(unitText, '').replace(/\s/g, '').replace(/^[−–]/, '-');
  const digits = minorDigits(currency);
  if (digits === 0 && wholeText.test(number)) return Number(number.replace(/[.,'’]/g, ''));
  const isAmount = amountTexts(Math.max(2, digits)).some((pattern) => pattern.test(number));
  return isAmount ? numberIn(number) : undefined;
}

/** Rejected people are declined. Programs that only stopped somebody do not say why, so the creator is paused. */
const statusWords: Readonly<Record<string, readonly string[]>> = {
  invited: ['eingeladen'],
  active: ['aktiv', 'approved', 'accepted', 'enabled', 'confirmed'],
  paused: ['pausiert', 'disabled', 'inactive', 'deactivated', 'archived', 'suspended', 'suspicious'],
  banned: ['gesperrt', 'blocked'],
  applied: ['beworben', 'pending', 'unconfirmed', 'waiting'],
  declined: ['abgelehnt', 'rejected', 'denied'],
};

/** Returns other words as they are, which are refused with the list of statuses. */
export function creatorStatusOf(text: string): string {
  const lower = text.toLowerCase();
  const [status = lower] = Object.entries(statusWords).find(([, words]) => words.includes(lower)) ?? [];
  return status;
}

const isLink = (text: string): boolean => /^https?:\/\//i.test(text);

/** The parameters of the links of other programs. */
const parameters = ['via', 'ref', 'fpr', 'rfsn', 'aff', 'affiliate'];

/** A link of another program has the code in its query, or at the end of its path. */
export function codeIn(text: string): string {
  if (!(isLink(text) && URL.canParse(text))) return text;
  const { searchParams, pathname } = new URL(text);
  const inQuery = parameters.map((name) => searchParams.get(name)).find((value) => value);
  return inQuery ?? pathname.split('/').findLast((part) => part !== '') ?? text;
}

/** Two spellings of a code are the same one, of which the first stays. */
export const codesIn = (text: string): readonly string[] => {
  const codes = text.split(/[,;|\n]/).flatMap((code) => code.trim() || []);
  return [
    ...new Map(codes.toReversed().map((code) => [normalizeDiscountCode(code), code])).values(),
  ].toReversed();
};
