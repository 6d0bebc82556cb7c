/** Bytes between two reports. */
const STEP = 65_536;

/**
 * The body of an upload that tells how far it is: `{ body: watched(file, report) }`. Browsers send a file without
 * asking for its bytes, so there is no report of them there.
 * @param report gets the bytes that are sent, and all
 */
export function watched(file: Blob, report: (sent: number, total: number) => void): Blob {
  return new WatchedBlob(file, report);
}

class WatchedBlob extends Blob {
  readonly #report: (sent: number, total: number) => void;

  constructor(file: Blob, report: (sent: number, total: number) => void) {
    super([file], { type: file.type });
    this.#report = report;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const [total, report] = [this.size, this.#report];
    let sent = 0;
    return super.stream().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          for (let from = 0; from < chunk.byteLength; from += STEP) {
            const part = chunk.subarray(from, from + STEP);
            controller.enqueue(part);
            report((sent += part.byteLength), total);
          }
        },
      }),
    );
  }
}
