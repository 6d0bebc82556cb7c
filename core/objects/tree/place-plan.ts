// What is to become of places in the tree, as units of work collect it.

export interface PlaceOptions {
  menu?: boolean | undefined;
  canonical?: boolean | undefined;
  params?: Record<string, unknown> | null | undefined;
}

/** One change of a place of an object. */
export interface PlaceStep extends PlaceOptions {
  objectId: number;
  type: string;
  /** Folder that it is in, null for a root; undefined when the place is new. */
  from?: number | null | undefined;
  /** Folder that it will be in, null for a root; undefined when it leaves. */
  to?: number | null | undefined;
  /** From 1, or from the end with -1 as the last; a new place without one is the last. */
  position?: number | undefined;
  /** Key that was chosen among the keys of the folder; its fence shows that they are unchanged. */
  key?: string | undefined;
  /** Id of the row of a new place. */
  nodeId?: number | undefined;
  /** Of a new folder: what holds for it. */
  permissions?: object | undefined;
}

export interface PlaceSteps {
  steps: readonly PlaceStep[];
  /** What the folders that something comes to had as permissions when those of the objects were made of them. */
  inherited: ReadonlyMap<number, object | undefined>;
  /** Fences of folders whose children were read before. */
  fences?: ReadonlyMap<number, number> | undefined;
  /** Objects that the request names but leaves alone, for being in the folder already, or not at all. */
  left?: { folderId: number; present: readonly number[]; absent: readonly number[] } | undefined;
}
