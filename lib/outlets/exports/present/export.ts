// Converts exports to API responses.
import type * as z from 'zod';
import { fileExpiry, progressOf } from '#lib/outlets/exports/rules/export.ts';
import type { Export, exportAnswer } from '#lib/outlets/exports/schema.ts';

export function presentExport(found: Export, now: Date): z.input<typeof exportAnswer> {
  const { id, resource, filters, format, bom, status, rows, bytes, failure, createdAt, completedAt } = found;
  const expiresAt = fileExpiry(found);
  const isExpired = expiresAt !== null && expiresAt <= now;
  return {
    id,
    resource,
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    format,
    bom,
    status: isExpired ? 'expired' : status,
    progress: progressOf(found),
    rows,
    bytes,
    failure,
    createdAt,
    completedAt,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
