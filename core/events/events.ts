// Events of the service, with or without a request. Listeners register here, and domains publish here.

/** Publication dates of an object (D255) have passed: it has appeared, or disappeared. */
export interface PublicationEvent {
  object_id: number;
  object_type: string;
  event: 'published' | 'unpublished';
  /** When it passed. */
  at: Date;
}

/**
 * An object of any type was changed, by whatever operation, or what belongs to it was; told by the process that did it, once for
 * each transaction, when that is committed (D318, D347).
 */
export interface ObjectEvent {
  object_id: number;
  object_type: string;
  /** `deleted`: moved to the trash; `removed`: gone for good. */
  event: 'created' | 'updated' | 'deleted' | 'restored' | 'removed';
  /**
   * Names of what changed: attributes, relations, `parents`, `places`, `perms`, `roles`, `locked`; `translations`,
   * `annotations` and `streams` when one of them was.
   */
  changed: readonly string[];
  /** Who did it; null for the service itself. */
  user_id: number | null;
  at: Date;
}

/**
 * What is about to become of an object, by whatever operation: asked before it is written, and anew when others have changed the
 * object meanwhile. A listener that throws refuses it (D348).
 */
export interface ObjectProposal extends ObjectEvent {
  /** All that it has then, or had when it goes, by name, as clients see them; what is null is left out. */
  attributes: Readonly<Record<string, unknown>>;
}

export interface EventTypes {
  publication: PublicationEvent;
  proposal: ObjectProposal;
  object: ObjectEvent;
}

type Listener<Name extends keyof EventTypes> = (event: EventTypes[Name]) => Promise<void> | void;

export interface Events {
  /** @param listener safe to call again with the same event, which happens when a later one fails. @returns what ends it */
  on<Name extends keyof EventTypes>(name: Name, listener: Listener<Name>): () => void;
  /** Calls all listeners, one after the other. @throws what the first that fails has thrown */
  emit<Name extends keyof EventTypes>(name: Name, event: EventTypes[Name]): Promise<void>;
  /** Whether anybody listens. */
  hears(name: keyof EventTypes): boolean;
}

export function createEvents(): Events {
  const listeners: { [Name in keyof EventTypes]: Set<Listener<Name>> } = {
    publication: new Set(),
    proposal: new Set(),
    object: new Set(),
  };
  return {
    on(name, listener) {
      listeners[name].add(listener);
      return () => void listeners[name].delete(listener);
    },
    async emit(name, event) {
      for (const listener of listeners[name]) await listener(event);
    },
    hears: (name) => listeners[name].size > 0,
  };
}
