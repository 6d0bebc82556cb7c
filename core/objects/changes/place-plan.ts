// Planned changes of places in the tree, which units of work collect.
import type { ObjectPermissions } from '../../store/store.ts';

export interface PlaceOptions {
  menu?: boolean | undefined;
  canonical?: boolean | undefined;
  params?: Record<string, unknown> | null | undefined;
  /** Null removes it. */
  slug?: string | null | undefined;
  /** JSON pointer to the slug in the request. */
  slugAt?: string | undefined;
}

/** One change of a place of an object. */
export interface PlaceStep extends PlaceOptions {
  objectId: number;
  type: string;
  /** Present folder, null for a root; undefined for a new place. */
  from?: number | null | undefined;
  /** Folder after the change, null for a root; undefined for a removal. */
  to?: number | null | undefined;
  /** From 1, or from the end with -1 as the last; a new place without a position is the last. */
  position?: number | undefined;
  /** Key that was chosen among the keys of the folder; its fence shows that they are unchanged. */
  key?: string | undefined;
  nodeId?: number | undefined;
  permissions?: ObjectPermissions | undefined;
}

export interface PlaceSteps {
  steps: readonly PlaceStep[];
  /** Permissions of the target folders, as they were read for those of the objects. */
  inherited: ReadonlyMap<number, ObjectPermissions | undefined>;
  /** Fences of folders whose children were read before. */
  fences?: ReadonlyMap<number, number> | undefined;
  /** Ids of the objects and folders below folders that move: all their places are written. */
  below?: readonly number[] | undefined;
  /** Objects that the request names and does not change: they are already in the folder, or are not in it. */
  left?: { folderId: number; present: readonly number[]; absent: readonly number[] } | undefined;
}
