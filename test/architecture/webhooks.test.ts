// Tests that the OpenAPI document describes each event as a webhook.
// https://spec.openapis.org/oas/v3.1.0#fixed-fields
import { expect, test } from 'vitest';
import { eventTypes } from '#lib/foundation/contract/event-types.ts';
import { exactDocument, resolved } from '#test/support/api-document.ts';
import type { Json } from '#test/support/json.ts';

const { webhooks, components } = exactDocument;
const types = Object.keys(eventTypes);
const payloadOf = (type: string): Json =>
  resolved(webhooks[type].post.requestBody.content['application/json'].schema);

test('the OpenAPI document has one webhook for each type of event, with the description of the type', () => {
  expect(Object.keys(webhooks)).toEqual(types);
  expect(types.map((type) => webhooks[type].post.summary)).toEqual(Object.values(eventTypes));
});

test('the body of a webhook is the envelope, and `data` is the resource of the API', () => {
  for (const type of types) {
    const { properties, required } = payloadOf(type);
    expect(properties.type.enum, type).toContain(type);
    expect(required.toSorted(), type).toEqual(Object.keys(properties).toSorted());
  }
  expect(payloadOf('conversion.refunded').properties.data).toEqual({
    $ref: '#/components/schemas/Conversion',
  });
  expect(payloadOf('api_key.created').properties.data).toEqual({ $ref: '#/components/schemas/ApiKey' });
});

test('the type of an event of the feed determines the schema of its data', () => {
  const { oneOf, discriminator } = components.schemas.FeedEvent;
  expect(discriminator.propertyName).toBe('type');
  expect(Object.keys(discriminator.mapping)).toEqual(types);
  for (const [type, reference] of Object.entries<string>(discriminator.mapping)) {
    expect(oneOf, type).toContainEqual({ $ref: reference });
    expect(resolved({ $ref: reference })).toEqual(payloadOf(type));
  }
});
