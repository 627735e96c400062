// Defines the logo of a brand.
import * as z from 'zod';

const maxLogoBytes = 65_536;
export const maxLogoPixels = 1024;

export const logoInput = z
  .strictObject({
    contentType: z
      .enum(['image/png', 'image/jpeg', 'image/webp'])
      .meta({ description: 'The type of the image.' }),
    data: z
      .base64('Must be Base64')
      .max(Math.ceil(maxLogoBytes / 3) * 4, `Must have at most ${maxLogoBytes / 1024} KB`)
      .meta({
        description: `The image in Base64: at most ${maxLogoBytes / 1024} KB, and ${maxLogoPixels} pixels wide and high.`,
        example:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAAA1BMVEUKfUs6bTFdAAAACklEQVR4AWMAAQAABAABsJq8tgAAAABJRU5ErkJggg==',
      }),
  })
  .meta({ id: 'Logo', description: 'The logo of a brand. SVG is refused, because it can contain scripts.' });
export type Logo = z.output<typeof logoInput>;
