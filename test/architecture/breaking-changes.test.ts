// Tests that the changelog announces each change that breaks a client since the last release. docs/decisions/0165
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { landedDocument, presentDocument } from '#test/contract/landed.ts';
import { breakingChanges } from '#test/support/breaking/document.ts';
import type { Json } from '#test/support/json.ts';

/** The section of the next release: `- Breaking: \`affiliates.get\` no longer returns …`. */
const [, nextRelease = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const announcements = nextRelease.split('\n').filter((line) => line.startsWith('- Breaking: '));

const present = presentDocument();

test('the changelog announces every breaking change since the last release, and no other', () => {
  const found = breakingChanges(landedDocument(), present);
  const isAnnounced = (subject: string) => announcements.some((line) => line.includes(`\`${subject}\``));
  const missing = found.filter(({ subject }) => !isAnnounced(subject));
  expect(
    missing.map(({ subject, change }) => `${subject}: ${change}`),
    'Announce the changes in CHANGELOG.md, for example: - Breaking: `affiliates.get` …',
  ).toEqual([]);
  const subjects = new Set(found.map(({ subject }) => `\`${subject}\``));
  const outdated = announcements.filter((line) => ![...subjects].some((name) => line.includes(name)));
  expect(outdated).toEqual([]);
});

type Edit = (document: Json) => void;

const schema = (document: Json, name: string): Json => document.components.schemas[name];
const getCampaign = ({ paths }: Json): Json => paths['/campaigns/{id}'].get;

/** Keeps only a part of the document, because each test compares all of it. */
const part: Json = {
  ...present,
  paths: Object.fromEntries(Object.entries(present.paths).filter(([path]) => /^\/campaigns/.test(path))),
  webhooks: { 'affiliate.invited': present.webhooks['affiliate.invited'] },
};

/** Returns the changes from the part to an edited copy of it, or those of the way back. */
function changesBy(edit: Edit, isReversed = false): readonly string[] {
  const edited = structuredClone(part);
  edit(edited);
  const [before, after] = isReversed ? [edited, part] : [part, edited];
  return breakingChanges(before, after).map(({ subject, change }) => `${subject}: ${change}`);
}

const removeField: Edit = (document) => {
  delete schema(document, 'Campaign').properties.landingUrl;
};
const removeInput: Edit = (document) => {
  delete schema(document, 'CampaignInput').properties.landingUrl;
};
const requireInput: Edit = (document) => {
  schema(document, 'CampaignInput').required.push('startDate');
};
const leaveOut: Edit = (document) => {
  schema(document, 'Campaign').required = ['id'];
};
const allowNull: Edit = (document) => {
  const { properties } = schema(document, 'Campaign');
  properties.name = { anyOf: [properties.name, { type: 'null' }] };
};
const shorten: Edit = (document) => {
  schema(document, 'CampaignInput').properties.name.maxLength = 10;
};
const removeStatus: Edit = (document) => {
  schema(document, 'Campaign').properties.status.enum = ['draft'];
};
const removeOperation: Edit = ({ paths }) => {
  delete paths['/campaigns/{id}'].get;
};
const accept: Edit = (document) => {
  const { responses } = getCampaign(document);
  responses[202] = responses[200];
};
const parameter: Edit = (document) => {
  getCampaign(document).parameters.push({
    name: 'year',
    in: 'query',
    required: true,
    schema: { type: 'integer' },
  });
};
const scope: Edit = (document) => {
  getCampaign(document)['x-required-scope'] = 'settings:read';
};
const removeEvent: Edit = ({ webhooks }) => {
  delete webhooks['affiliate.invited'];
};
describe('the comparison of two documents', () => {
  test.each<readonly [string, Edit, string]>([
    ['a removed endpoint', removeOperation, 'campaigns.get: is removed'],
    ['a new success status', accept, 'campaigns.get: the status 202 is new'],
    ['a new required parameter', parameter, 'campaigns.get: the parameter query year is required'],
    ['another scope', scope, 'campaigns.get: needs another scope'],
    ['a removed field of an answer', removeField, 'Campaign: landingUrl is removed'],
    ['a field that can be missing', leaveOut, 'Campaign: name can be missing'],
    ['a field that can be null', allowNull, 'Campaign: name can have the new form null'],
    ['a removed field of a request', removeInput, 'CampaignInput: landingUrl is removed'],
    ['a field that is required', requireInput, 'CampaignInput: startDate is required'],
    ['a lower limit', shorten, 'CampaignInput: name has a narrower maxLength'],
    ['a removed event', removeEvent, 'affiliate.invited: is removed'],
  ])('finds %s', (_, edit, change) => {
    expect(changesBy(edit)).toContain(change);
  });

  test.each<readonly [string, Edit]>([
    ['a new endpoint', removeOperation],
    ['a new field of an answer', removeField],
    ['a new value of an answer', removeStatus],
    ['a field of an answer that is never null or missing any more', allowNull],
    ['a new field of a request', removeInput],
    ['a field of a request that is no longer required', requireInput],
    ['a higher limit', shorten],
    ['a new event', removeEvent],
  ])('accepts %s', (_, edit) => {
    expect(changesBy(edit, true)).toEqual([]);
  });
});
