// Uploads that are hashed while they are read, so that a repeated one can be compared (D502).
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { BinaryUpload } from '../../network/binary-body.ts';
import { ApiError } from '../../errors.ts';
import { watchRate } from '../../network/least-rate.ts';
import { tooLittle } from './request-body.ts';

class Hashing extends Transform {
  size = 0;
  readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }
}

export type HashedUpload = ReturnType<typeof hashedUpload>;

export function hashedUpload(upload: BinaryUpload) {
  let hashing: Hashing | undefined;
  let end = (): void => undefined;
  const open = (): Hashing => {
    const source = upload.open();
    const through = (hashing = new Hashing());
    const onBreak = (): void => {
      if (!source.readableEnded) through.destroy();
    };
    end = () => source.unpipe(through);
    source.on('error', onBreak).on('close', onBreak).pipe(through);
    if (source.destroyed) onBreak();
    return through;
  };
  return {
    body: { ...upload, open },
    /** Size and hash of the received bytes; undefined when none were read. */
    content: () => hashing && `${hashing.size} ${hashing.hash.copy().digest('hex')}`,
    /** Detaches from the connection. */
    end: () => end(),
  };
}

/**
 * Reads an upload to its end, or until it is larger than the first one.
 * @param idle time limit at less than the least rate, s
 * @throws ApiError incomplete_upload, request_timeout
 */
export async function isSameContent(upload: HashedUpload, content: string, idle: number): Promise<boolean> {
  const stream = upload.body.open();
  const limit = Number(content.split(' ')[0]);
  let rate: ReturnType<typeof watchRate> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const broken = (): void =>
        reject(new ApiError('incomplete_upload', 'The connection ended before the whole file was received.'));
      rate = watchRate(idle * 1_000, () => reject(tooLittle(idle)));
      stream.on('data', (chunk: Buffer) => {
        rate?.received(chunk.length);
        if (stream.size > limit) resolve();
      });
      stream.once('end', resolve).once('error', broken).once('close', broken);
    });
    return upload.content() === content;
  } finally {
    rate?.end();
    upload.end();
  }
}
