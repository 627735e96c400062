// Records a request and a response of each endpoint, as examples of the OpenAPI document.

import type { Route } from '#lib/foundation/contract/route.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import type { Example } from '#lib/surface/api/examples.ts';
import { casesOf, plainSuccessOf } from './cases.ts';
import type { Json } from './json.ts';
import { send } from './service.ts';
import type { SituationRequest, World } from './situations.ts';

/** Returns the same short replacement for the same value, numbered in the sequence of the values. */
function numbered(format: (number: number, match: string) => string): (match: string) => string {
  const known = new Map<string, string>();
  return (match) => {
    const replacement = known.get(match) ?? format(known.size + 1, match);
    known.set(match, replacement);
    return replacement;
  };
}

const pad = (number: number, length: number): string => String(number).padStart(length, '0');
const start = Date.parse('2026-03-02T09:30:00.000Z');
const minute = 60_000;

/** Moves a time to the day of the examples, rounded to a minute. */
function movedFrom(begunAt: number): (text: string) => string {
  return (text) => {
    const offset = Math.round((Date.parse(text) - begunAt) / minute) * minute;
    const at = new Date(start + offset);
    return text.length === 10 ? dayOf(at) : at.toISOString();
  };
}

/** Parses JSON. Replaces random values and times, so that a new recording differs only where an endpoint has changed. */
export function stable(text: string, begunAt: number): Json {
  const id = numbered((number, match) => `${match.slice(0, match.indexOf('_'))}_01JD${pad(number, 22)}`);
  const uuid = numbered((number) => `00000000-0000-4000-8000-${pad(number, 12)}`);
  const email = numbered((number) => `creator-${number}@example.com`);
  const trackingCode = numbered((number) => `ada-${number}`);
  const moved = movedFrom(begunAt);
  const replaced = text
    .replaceAll('http://localhost:3000/', 'https://api.example.com/')
    .replaceAll(/(?<=\b|\\n)[a-z]{3}_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, id)
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, uuid)
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl')
    .replaceAll(/\b[\da-f]{12}@[a-z]+\.test\b/g, email)
    .replaceAll(/(?<="trackingCode":"|\/ref\/)[\da-z]{12}\b/g, trackingCode)
    .replaceAll(/\.[\da-z]{8}\.[\w-]{22}(?=")/g, '.EXAMPLE')
    .replaceAll(/(?<=secret(?:":"|=))[A-Z2-7]{32}/g, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    .replaceAll(/\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b/g, '7K3M-9QXT-2B4D-W6YZ')
    .replaceAll(/(?<="code":")\d{6}(?=")/g, '123456')
    .replaceAll(/\bsk_(live|test)_\w+/g, (_, mode: string) => `sk_${mode}_EXAMPLE`)
    .replaceAll(/(?<=\b|\\n)20\d\d-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?(?=[",])/g, moved);
  return JSON.parse(replaced);
}

/** Shows at most two items of a list. */
function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/** Shows two rows of a CSV file, and the last one, which can have the totals. */
function shortenedCsv(text: string): string {
  const lines = text.trimEnd().split('\r\n');
  return lines.length > 4 ? [...lines.slice(0, 3), ...lines.slice(-1), ''].join('\r\n') : text;
}

/** Returns the path at which an example is recorded, for the path of a situation. */
export type Place = (path: string, world: World) => Promise<string> | string;

export const samePlace: Place = (path) => path;
export const csvFile: Place = (path) => `${path}.csv`;
export const byOrderId: Place = async (path, { by, token }) => {
  const [, , id = ''] = path.split('/');
  const { json } = await by.send('GET', `/conversions/${id}`, { token });
  return path.replace(id, `by-order-id/${encodeURIComponent(json.data.orderId)}`);
};

/** Sends the request of a situation. */
async function recordSituation(route: Route, request: SituationRequest, place: Place, world: World) {
  const begunAt = Date.now();
  const { path: usualPath, method = route.method, status: _, ...sent } = { token: world.token, ...request };
  const path = await place(usualPath, world);
  const answer = await send(method, path, sent);
  const { answer: declared } = route;
  const accepted = { ...sent, headers: { accept: 'text/csv' } };
  const isAlsoCsv = declared.kind === 'item' && declared.csv === 'accept';
  const { text } = isAlsoCsv ? await send(method, path, accepted) : answer;
  const body = typeof sent.body === 'string' ? undefined : sent.body;
  const isText =
    ['item', 'file'].includes(declared.kind) && text !== '' && (isAlsoCsv || answer.json === undefined);
  const recorded = {
    path,
    ...(body !== undefined && { body: shortened(body) }),
    status: answer.status,
    ...(answer.json !== undefined && declared.kind !== 'document' && { response: shortened(answer.json) }),
    ...(isText && { text: shortenedCsv(text) }),
  };
  return stable(JSON.stringify(recorded), begunAt);
}

/** Records the last situation that creates nothing: a dry run, or a repeated request. */
async function recordUnchanged(route: Route, place: Place, world: World): Promise<{ unchanged?: unknown }> {
  const { answer } = route;
  if (answer.kind !== 'item' || answer.statusWhenUnchanged === undefined) return {};
  for (const situation of Object.values(casesOf(route.name).situations).toReversed()) {
    const request = await situation(world);
    if (request.status !== answer.statusWhenUnchanged) continue;
    return { unchanged: (await recordSituation(route, request, place, world)).response };
  }
  throw new Error(`Add a situation that answers ${answer.statusWhenUnchanged} to the cases of ${route.name}`);
}

/** Sends the plain success of the endpoint. */
export async function recordExample(route: Route, place: Place, world: World): Promise<Example> {
  const plain = await recordSituation(route, await plainSuccessOf(route.name)(world), place, world);
  return { ...plain, ...(await recordUnchanged(route, place, world)) };
}

const formats: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['instant', /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/],
  ['day', /^\d{4}-\d{2}-\d{2}$/],
  ['UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/],
  ['URL', /^https?:\/\//],
  ['e-mail address', /^[^@\s]+@[^@\s]+$/],
];

/** The prefix of an id and the columns of a CSV file are parts of the format. */
function formatOf(value: Json): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  if (value.includes('\r\n')) return value.slice(0, value.indexOf('\r\n'));
  const [, prefix] = /^([a-z]{3}_)01JD\d{22}$/.exec(value) ?? [];
  return prefix ?? formats.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

/** The names and the formats of all fields, without the places in lists: two recordings of an endpoint have equal ones. */
export function fieldsOf(value: Json, where = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${where}: ${formatOf(value)}`];
  const inner: readonly [string, Json][] = Array.isArray(value)
    ? value.map((item) => ['[]', item])
    : Object.entries(value);
  return [
    ...new Set([where, ...inner.flatMap(([name, item]) => fieldsOf(item, `${where}/${name}`))]),
  ].toSorted();
}
