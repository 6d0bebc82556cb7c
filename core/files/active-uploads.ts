// Running uploads (D249). The expected size of each counts as if it were stored, so that many concurrent slow uploads
// do not fill the disk before the first of them is counted. Known to this process only.
import { ownersOfRequest } from '../access/request-owners.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { FileUsageRow } from '../store/store.ts';

export type Usage = Pick<FileUsageRow, 'bytes' | 'files'>;

export interface ActiveUpload {
  /** Its addition to usage as far as known, by row of usage; none once the rows are about to be written. */
  adds: ReadonlyMap<string, Usage>;
}

export type ActiveUploads = ReturnType<typeof createActiveUploads>;

/** @param atOnce uploads of one user, or from one address of anonymous callers */
export function createActiveUploads(atOnce: number) {
  const uploaders = new Map<ActiveUpload, readonly string[]>();
  return {
    count: (): number => uploaders.size,
    /** Call `end` in any case. @throws ApiError too_many_requests */
    begin({ caller, address }: Pick<RequestContext, 'caller' | 'address'>): ActiveUpload {
      const { caller: uploader, shared } = ownersOfRequest({ userId: caller.userId, applicationId: null }, address);
      for (const { name, times } of [{ name: uploader, times: 1 }, ...shared]) {
        const own = [...uploaders.values()].filter((each) => each.includes(name)).length;
        if (own < atOnce * times) continue;
        const detail = `You have ${own} uploads in progress, which is the limit; try again when one has ended.`;
        throw new ApiError('too_many_requests', detail, { 'Retry-After': '1' });
      }
      const upload = { adds: new Map<string, Usage>() };
      uploaders.set(upload, [uploader, ...shared.map(({ name }) => name)]);
      return upload;
    },
    end(upload: ActiveUpload): void {
      uploaders.delete(upload);
    },
    /** Additions of running uploads to a row of usage. @param but an upload to exclude */
    sum(rowId: string, but?: ActiveUpload): Usage {
      const sum = { bytes: 0, files: 0 };
      for (const upload of uploaders.keys()) {
        const adds = upload === but ? undefined : upload.adds.get(rowId);
        // The replaced file counts until then.
        sum.bytes += Math.max(0, adds?.bytes ?? 0);
        sum.files += Math.max(0, adds?.files ?? 0);
      }
      return sum;
    },
  };
}
