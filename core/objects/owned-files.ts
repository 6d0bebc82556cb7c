// The interface of core/files for objects. core/files registers it, so that objects do not depend on files.
import type { RequestContext } from '../context.ts';
import type { WriteScope } from '../resources/resource-type.ts';
import type { ResolvedType } from '../model/model.ts';
import type { StreamRow } from '../store/store.ts';

/** Name of the relationship, and of the endpoint. */
export const STREAMS = 'streams';

export const hasStreams = (type: Pick<ResolvedType, 'associations'>): boolean => type.associations.has('Streams');

export interface StreamUrls {
  /** Whether it is readable without a sign-in. @param endpoint `streams` by default */
  isPublic(row: StreamRow, endpoint?: string): boolean;
  /** Address of a path of the API about a stream: plain, signed, or null when this caller may not have one (D179). */
  addressOf(path: string, row: StreamRow, context: Pick<RequestContext, 'access' | 'caller' | 'url'>): string | null;
}

export interface OwnedFiles {
  urls: StreamUrls;
  /** Removes streams, each with its change row. @returns keys for `purge`, once the transaction is committed */
  removeStreams(rows: readonly StreamRow[], scope: WriteScope): Promise<string[]>;
  /** The same for all streams of some objects (D30). */
  removeStreamsOf(objectIds: readonly number[], scope: WriteScope): Promise<string[]>;
  /** Deletes files after the removal of their rows; files with a committed row are kept. */
  purge(keys: readonly string[]): Promise<void>;
}
