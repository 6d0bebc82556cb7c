// A collection of the driver with own methods before those of the driver.
import type { Collection, Document } from 'mongodb';

export type Method = (...args: unknown[]) => unknown;

/** Calls a method of the collection itself. */
export type CallOriginal = (name: string, args: readonly unknown[]) => unknown;

/** @param methodsFor the own methods, by name */
export function overrideMethods<Row extends Document>(
  collection: Collection<Row>,
  methodsFor: (call: CallOriginal) => Readonly<Record<string, Method>>,
): Collection<Row> {
  const call: CallOriginal = (name, args) => {
    const method: unknown = Reflect.get(collection, name);
    if (typeof method !== 'function') throw new Error(`a collection has no method ${name}`);
    return Reflect.apply(method, collection, args);
  };
  const own: Collection<Row> = Object.create(collection);
  return Object.assign(own, methodsFor(call));
}
