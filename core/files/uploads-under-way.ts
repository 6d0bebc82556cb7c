// Uploads that are coming in (D249). What each of them adds counts as if it were there, so that many at once that take their
// time do not fill the disk before the first of them is counted. Known to this process alone: others have their own.
import { addressGroup } from '../access/address-group.ts';
import type { RequestContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { FileUsageRow } from '../store/store.ts';

export type Usage = Pick<FileUsageRow, 'bytes' | 'files'>;

export interface UploadUnderWay {
  /** What it adds as far as that is known, by row of usage. Nothing any more once the rows are about to be written. */
  adds: ReadonlyMap<string, Usage>;
}

export interface UploadsUnderWay {
  /** Call `end` whatever becomes of it. @throws ApiError too_many_requests */
  begin(context: Pick<RequestContext, 'caller' | 'address'>): UploadUnderWay;
  end(upload: UploadUnderWay): void;
  /** What those under way add to a row of usage. @param but is left out */
  sum(rowId: string, but?: UploadUnderWay): Usage;
}

/** @param atOnce uploads of one user, or from one address of those who are not signed in */
export function createUploadsUnderWay(atOnce: number): UploadsUnderWay {
  const uploaders = new Map<UploadUnderWay, number | string>();
  return {
    begin({ caller, address }) {
      const uploader = caller.userId ?? addressGroup(address);
      const own = [...uploaders.values()].filter((each) => each === uploader).length;
      if (own >= atOnce) {
        const detail = `You have ${own} uploads under way, as many as may be at once; try again when one has ended.`;
        throw new ApiError('too_many_requests', detail, { 'Retry-After': '1' });
      }
      const upload = { adds: new Map<string, Usage>() };
      uploaders.set(upload, uploader);
      return upload;
    },
    end(upload) {
      uploaders.delete(upload);
    },
    sum(rowId, but) {
      const sum = { bytes: 0, files: 0 };
      for (const upload of uploaders.keys()) {
        const adds = upload === but ? undefined : upload.adds.get(rowId);
        // What it is to replace is there until then.
        sum.bytes += Math.max(0, adds?.bytes ?? 0);
        sum.files += Math.max(0, adds?.files ?? 0);
      }
      return sum;
    },
  };
}
