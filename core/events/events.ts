// Events of the service, with or without a request. Listeners register here, and domains publish here.

/** Publication dates of an object (D255) have passed: it has become visible, or hidden. It may be repeated. */
export interface PublicationEvent {
  object_id: number;
  object_type: string;
  event: 'published' | 'unpublished';
  /** When it passed. */
  at: Date;
}

/**
 * An object of any type, or a row that belongs to it, was changed by any operation; published by the process of the change,
 * once for each transaction, after its commit (D318, D347).
 */
export interface ObjectEvent {
  object_id: number;
  object_type: string;
  /** `deleted`: moved to the trash; `removed`: purged. */
  event: 'created' | 'updated' | 'deleted' | 'restored' | 'removed';
  /**
   * Names of the changed members: attributes, relations, `parents`, `places`, `perms`, `roles`, `locked`; `translations`,
   * `annotations` and `streams` for rows of these.
   */
  changed: readonly string[];
  /** The author; null for the service itself. */
  user_id: number | null;
  at: Date;
}

/** A committed event, as in the feed (D650); it may be repeated, with the same number. */
export interface CommittedEvent {
  /** Its id in the feed. Events of an object come in the order of their numbers. */
  number: number;
  about: 'object' | 'model';
  event: 'created' | 'updated' | 'deleted' | 'restored' | 'removed' | 'published' | 'unpublished';
  /** Name of the object type, or type of the resource of the model, such as `properties`. */
  type: string;
  /** Of the object or the resource. */
  id: string;
  changed: readonly string[];
  /** The author; null for the service itself. */
  user_id: number | null;
  at: Date;
}

/**
 * A write of an object, by any operation: published before it is committed, and again after a concurrent change of the object.
 * A listener that throws refuses it (D348).
 */
export interface ObjectProposal extends ObjectEvent {
  /** All attributes after the write, or before a removal, by name, as clients see them; null values are omitted. */
  attributes: Readonly<Record<string, unknown>>;
}

export interface EventTypes {
  proposal: ObjectProposal;
  object: ObjectEvent;
}

type Listener<Name extends keyof EventTypes> = (event: EventTypes[Name]) => Promise<void> | void;

export type Events = ReturnType<typeof createEvents>;

export function createEvents() {
  const listeners: { [Name in keyof EventTypes]: Set<Listener<Name>> } = {
    proposal: new Set(),
    object: new Set(),
  };
  return {
    /**
     * @param listener idempotent, since it receives an event again after the failure of a later listener.
     * @returns a function that ends it
     */
    on<Name extends keyof EventTypes>(name: Name, listener: Listener<Name>): () => void {
      listeners[name].add(listener);
      return () => void listeners[name].delete(listener);
    },
    /** Calls all listeners, one after the other. @throws the error of the first that fails */
    async emit<Name extends keyof EventTypes>(name: Name, event: EventTypes[Name]): Promise<void> {
      for (const listener of listeners[name]) await listener(event);
    },
    /** Whether there are listeners. */
    hears: (name: keyof EventTypes): boolean => listeners[name].size > 0,
  };
}
