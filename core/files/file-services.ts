// Dependencies of the rules of files.
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { Store } from '../store/store.ts';
import type { FileStore } from './file-store.ts';
import type { MalwareScan } from './malware-scan.ts';
import type { ThumbnailMaker } from './thumbnails/thumbnail-maker.ts';
import type { ActiveUploads } from './active-uploads.ts';
import type { UrlSigner } from './url-signer.ts';

/** Limits and rules of uploads (D32). */
export type UploadLimits = Pick<Config, Extract<keyof Config, `upload${string}`> | 'imageMaxPixels'>;

export interface FileServices {
  store: Store;
  objects: ObjectServices;
  fileStore: FileStore;
  signer: UrlSigner;
  log: Logger;
  clock: Clock;
  limits: UploadLimits;
  /** Folder of running uploads, on this machine. */
  uploadFolder: string;
  underWay: ActiveUploads;
  thumbnails: ThumbnailMaker;
  /** Undefined without a scanner. */
  scan?: MalwareScan | undefined;
}
