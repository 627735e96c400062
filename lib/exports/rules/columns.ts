// Derives the columns of a CSV file from the schema of its rows.
import * as z from 'zod';

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault;
  return isWrapper ? withoutWrappers(schema.unwrap()) : schema;
}

/** The fields of nested objects are columns of their own, for example `rate.type`. A list is one column, and so is a map with free keys. */
export const columnsIn = ({ shape }: z.ZodObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const inner = withoutWrappers(field);
    return inner instanceof z.ZodObject ? columnsIn(inner).map((nested) => `${name}.${nested}`) : [name];
  });
