// Defines the schema of the body of a success response.
import * as z from 'zod';
import type { Answer, ItemAnswer } from './answer.ts';
import { batchMetas } from './batch.ts';
import { listMeta } from './list-meta.ts';
import { warnings } from './warning.ts';

const itemSchema = (
  { data: whole, dataOfStatus, warns, metaOfNothing }: ItemAnswer,
  status: number,
): z.ZodType => {
  const data = dataOfStatus?.[status as 200] ?? whole;
  const schema = z.strictObject({ data, ...(warns && { warnings }) });
  if (metaOfNothing === undefined || status !== 200) return schema;
  return z.union([
    schema,
    z.strictObject({ data: z.null().meta({ description: 'Nothing was created.' }), meta: metaOfNothing }),
  ]);
};

export function bodySchemaOf(answer: Answer, status: number = answer.status): z.ZodType | undefined {
  switch (answer.kind) {
    case 'item':
      return itemSchema(answer, status);
    case 'list':
      return z.strictObject({
        data: z.array(answer.data).meta({ description: 'The items of the page.' }),
        meta: listMeta,
      });
    case 'feed':
      return z.strictObject({
        data: z.array(answer.data).meta({ description: 'The events of the page.' }),
        meta: answer.meta,
      });
    case 'batch':
      return z.strictObject({
        data: z
          .array(answer.data)
          .meta({ description: 'One result for each item, in the order of the request.' }),
        meta: batchMetas[answer.successStatus],
      });
    case 'message':
      return status === answer.status ? answer.data : undefined;
    default:
      return undefined;
  }
}
