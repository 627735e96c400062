// Builds the response with an image. The gateway decodes the body, so that it can have any bytes.
import type { PlainAnswer } from '#lib/foundation/contract/answer.ts';

export interface ImageFile {
  readonly name: string;
  readonly bytes: Buffer;
}

type ImageAnswer = Extract<PlainAnswer, { kind: 'image' }>;

export const imageReply = ({ status, type }: ImageAnswer, { name, bytes }: ImageFile) =>
  ({
    statusCode: status,
    headers: { 'content-type': type, 'content-disposition': `inline; filename="${name}"` },
    text: bytes.toString('base64'),
    isBase64Encoded: true,
  }) as const;
