// Moves descriptions to the places where generators and readers of the OpenAPI document look for them.
import { type ApiDocument, operationsOf, type Schema } from './json-schema.ts';

/** A field that may be null is a union, whose description is in its other member. */
function describeUnions(schema: Schema): void {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  for (const inner of [items, ...Object.values(properties), ...anyOf, ...oneOf]) {
    if (inner !== undefined) describeUnions(inner);
  }
  const described = anyOf.find(({ description }) => description !== undefined);
  if (schema.description === undefined && described?.description !== undefined)
    schema.description = described.description;
}

/** Adds the description of a schema to its parameter. */
export function describeDocument(document: ApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) describeUnions(schema);
  for (const { parameters = [], requestBody, responses } of operationsOf(document)) {
    for (const parameter of parameters) {
      if (parameter.description === undefined && parameter.schema?.description !== undefined)
        parameter.description = parameter.schema.description;
    }
    for (const { content } of [requestBody, ...Object.values(responses)].filter((part) => part !== undefined))
      for (const { schema } of Object.values(content ?? {})) if (schema !== undefined) describeUnions(schema);
  }
}
