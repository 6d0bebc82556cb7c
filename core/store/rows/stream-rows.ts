// Rows of streams: the files of media objects, their thumbnails, and the bookkeeping of storage.
import type { ObjectView, RevisedRow } from './object-rows.ts';

/** A file (service.md 2.4, D31). Its bytes are in the file storage under `file_key`. */
export interface StreamRow extends Omit<RevisedRow, '_id'> {
  /** UUID. */
  _id: string;
  /** Its media object; null without one. */
  object_id: number | null;
  /** From 1 up among the streams of the object. */
  version: number;
  file_name: string;
  mime_type: string;
  /** Bytes. */
  file_size: number;
  /** Hex. */
  hash_md5: string;
  hash_sha1: string;
  /** Pixels, as displayed (EXIF orientation applied); null without dimensions. */
  width: number | null;
  height: number | null;
  /** Seconds; null without a duration, or when it is unknown. */
  duration: number | null;
  file_metadata: Record<string, unknown> | null;
  /** Hidden from anonymous callers, even if its object is visible. */
  private_url: boolean;
  /** Key of its bytes: new bytes have a new key. */
  file_key: string;
  /** The uploader: its size counts for this user. */
  created_by: number | null;
  /** Of the object; absent without one. */
  object?: ObjectView;
  /** Of the object when a later version replaced this one, if it was not public then (D760). */
  past?: ObjectView;
  /** Raised when a thumbnail is added, so that this conflicts with the removal of the stream. */
  fence?: number;
}

/** An uploaded file for a future object (D32), whose stream it becomes. */
export interface UploadTokenRow {
  /** Hash of the token. */
  _id: string;
  /** Name of the type of the object. */
  type: string;
  /** Its expiry; any process may remove it afterwards. */
  expires: Date;
  /** The future row; only its owner may use the token. */
  stream: StreamRow;
}

/** A file that a client sends to the bucket itself (D646). */
export interface DirectUploadRow {
  /** The id for clients; the key of its file in the bucket is derived from it. */
  _id: string;
  /** As for an upload token. */
  expires: Date;
  /** The user who has started it. */
  user_id: number;
  /** End of the signed address. */
  address_until: Date;
  private_url: boolean;
  /** One of both, hex. */
  hash_md5?: string;
  hash_sha256?: string;
  /** The announced file, which is counted in usage; absent once it is a stream or was refused. */
  stream?: Pick<StreamRow, 'file_name' | 'mime_type' | 'file_size' | 'created_by'>;
  /** Of a completed one: id of its stream. */
  stream_id?: string;
}

/** A picture made from a stream (D33). */
export interface ThumbnailRow {
  /** `{stream id}-{hash of the options}`. */
  _id: string;
  stream_id: string;
  /** Key of its source. */
  made_of: string;
  file_key: string;
  mime_type: string;
  width: number;
  height: number;
  file_size: number;
  created: Date;
}

/** A file that no row names yet, or any more: it is removed from the storage unless it is committed in time. */
export interface UnclaimedFileRow {
  /** Its key, or that of a file that a client may send (D646). */
  _id: string;
  /** End of its lease; any process may remove it afterwards. */
  due: Date;
  /** It is being removed, and cannot be committed any more. */
  taken?: true;
}

/** Storage used by the streams of one user, or of all (D32). */
export interface FileUsageRow {
  /** Id of the user, `anonymous`, or `total`. */
  _id: string;
  bytes: number;
  files: number;
}
