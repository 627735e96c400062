// What can be asked for as a file, too: `.csv` after its id. To the gateway that is the same path.
import * as z from 'zod';
import type { IdKind } from '#lib/shared/id-kinds.ts';
import { idOf } from '#lib/shared/ids.ts';
import type { Route } from './route.ts';

const extension = '.csv';

/** An id in a path, and whether the file is asked for. */
export const idOrCsvOf = (kind: IdKind) =>
  z.lazy(() =>
    z
      .string()
      .transform((text) => {
        const isCsv = text.endsWith(extension);
        return { id: isCsv ? text.slice(0, -extension.length) : text, isCsv };
      })
      .pipe(z.object({ id: idOf(kind), isCsv: z.boolean() })),
  );

/** The path of the file of a route's answer; undefined where there is none. */
export const csvPathOf = ({ answer, path }: Pick<Route, 'answer' | 'path'>): string | undefined =>
  answer.kind === 'item' && answer.csv === true ? `${path}${extension}` : undefined;
