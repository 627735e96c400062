// Stores which brands a reconciliation of all brands has examined, so that a repeated command continues where it stopped.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import * as z from 'zod';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

const reconciledBrand = z.object({
  brandId: z.string(),
  reconciledAt: z.iso.datetime(),
  entries: z.int(),
  compared: z.int(),
  differences: z.array(z.object({ subject: z.string(), figure: z.string() }).loose()),
  wrongFigures: z.array(z.string()),
});
export type ReconciledBrand = z.output<typeof reconciledBrand>;

/** The last line of a reconciliation that has reconciled every brand. */
const completion = z.strictObject({ completedAt: z.iso.datetime() });

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export interface Progress {
  readonly reconciled: Map<string, ReconciledBrand>;
  readonly add: (brand: ReconciledBrand) => void;
  readonly complete: (now: Date) => void;
}

/**
 * Each line of the file is one brand. A command that is killed can leave a part of the last line, whose brand is reconciled again. The file of
 * a complete reconciliation is emptied, because its results say nothing about later changes.
 */
export function openProgress(file: string): Progress {
  let text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (completion.safeParse(parse(text.trimEnd().split('\n').at(-1) ?? '')).success) {
    truncateSync(file);
    text = '';
  }
  const lines = text.split('\n');
  const incomplete = lines.pop() ?? '';
  const brands = lines.map((line, index) => {
    const { data: brand } = reconciledBrand.safeParse(parse(line));
    if (brand !== undefined) return brand;
    throw new OperatorError(
      'invalid',
      `--file: line ${index + 1} of ${file} is not from a reconciliation: pass a new file, or the file of an interrupted reconciliation`,
    );
  });
  if (incomplete !== '') truncateSync(file, Buffer.byteLength(text) - Buffer.byteLength(incomplete));
  const reconciled = new Map(brands.map((brand) => [brand.brandId, brand]));
  return {
    reconciled,
    add: (brand) => {
      appendFileSync(file, `${JSON.stringify(brand)}\n`);
      reconciled.set(brand.brandId, brand);
    },
    complete: (now) => appendFileSync(file, `${JSON.stringify({ completedAt: now.toISOString() })}\n`),
  };
}
