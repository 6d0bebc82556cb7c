// Rows of streams: the files of media objects, what is made from them, and the bookkeeping of what is stored where.
import type { ObjectView, ResourceRow } from './object-rows.ts';

/** A file (service.md 2.4, D31). Its bytes are in the file storage under `file_key`. */
export interface StreamRow extends Omit<ResourceRow, '_id'> {
  /** UUID. */
  _id: string;
  /** Media object that it belongs to; null while it belongs to none. */
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
  /** Pixels, as the picture is to be seen (EXIF orientation applied); null for what has none. */
  width: number | null;
  height: number | null;
  /** Seconds; null for what has none, or where it is not known. */
  duration: number | null;
  file_metadata: Record<string, unknown> | null;
  /** Hidden from anonymous callers, also where its object is visible. */
  private_url: boolean;
  /** Where its bytes are: new bytes have a new key. */
  file_key: string;
  /** Who brought it: its size counts for this user. */
  created_by: number | null;
  /** Of the object; absent while it belongs to none. */
  object?: ObjectView;
  /** Raised by what is made from it, so that this clashes with its removal. */
  fence?: number;
}

/** A file that was uploaded for an object which is yet to be made (D32): it becomes the stream of that. */
export interface UploadTokenRow {
  /** Hash of the token. */
  _id: string;
  /** Name of the type of the object. */
  type: string;
  /** When it expires; any process may remove it afterwards. */
  expires: Date;
  /** As it will be; whose it is is who may use the token. */
  stream: StreamRow;
}

/** A picture made from a stream (D33). */
export interface ThumbnailRow {
  /** `{stream id}-{hash of what was asked for}`. */
  _id: string;
  stream_id: string;
  /** Key of the bytes that it was made of. */
  made_of: string;
  file_key: string;
  mime_type: string;
  width: number;
  height: number;
  file_size: number;
  created: Date;
}

/** A file that no row names yet, or no longer: it is removed from the storage unless somebody claims it in time. */
export interface UnclaimedFileRow {
  /** Its key. */
  _id: string;
  /** When its lease ends; any process may remove it afterwards. */
  due: Date;
  /** It is being removed: too late to claim it. */
  taken?: true;
}

/** What the streams of one user, or of all, take up (D32). */
export interface FileUsageRow {
  /** Id of the user, `anonymous`, or `total`. */
  _id: string;
  bytes: number;
  files: number;
}
