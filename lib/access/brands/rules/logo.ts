// Checks the bytes of a logo.
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { type Logo, maxLogoPixels } from '#lib/access/brands/schema/logo.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';

const readers = { 'image/png': PNG, 'image/jpeg': JPG, 'image/webp': WEBP } as const;

/** Undefined for bytes that are no such image, and for an incomplete one. */
function sizeOf({ contentType, data }: Logo) {
  const { validate, calculate } = readers[contentType];
  const bytes = Buffer.from(data, 'base64');
  try {
    return validate(bytes) ? calculate(bytes) : undefined;
  } catch {
    return undefined;
  }
}

/** Throws a 400 for bytes of another type, and for a larger image. */
export function checkLogo(logo: Logo): void {
  const size = sizeOf(logo);
  if (size === undefined) throw invalidField('data', `Must be the bytes of a complete ${logo.contentType}`);
  if (Math.max(size.width, size.height) > maxLogoPixels)
    throw invalidField('data', `Must be at most ${maxLogoPixels} pixels wide and high`);
}
