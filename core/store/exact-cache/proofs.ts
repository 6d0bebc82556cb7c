// Proofs that a result still holds: a text made from the state of all that it was made from. It begins with the collections
// that were read, so that any process can make it again for the present state, whatever it has kept (D910).
import { hash } from 'node:crypto';

/** What a proof is made from, beside the state of the collections. */
interface Proven {
  /** All that the result varies by, apart from the data and the rules. */
  key: string;
  epoch: string;
}

export type Proofs = ReturnType<typeof createProofs>;

const FORM = /^([0-9a-f]{1,512})-[\w-]{22}$/;

/** @param collections all with a version, in the same order in every process with the same model */
export function createProofs(collections: () => readonly string[]) {
  /** Whether every process would recognise these collections in a proof. */
  const covers = (names: ReadonlySet<string>): boolean => {
    const known = new Set(collections());
    return [...names].every((name) => known.has(name));
  };
  return {
    covers,
    /** @returns undefined when the state is not known, or for a collection that no process would recognise */
    make(names: ReadonlySet<string>, text: string | undefined, { key, epoch }: Proven): string | undefined {
      if (text === undefined || !covers(names)) return undefined;
      let bits = 0n;
      for (const [at, name] of collections().entries()) if (names.has(name)) bits |= 1n << BigInt(at);
      const digest = hash('sha256', JSON.stringify([key, epoch, text]), 'base64url').slice(0, 22);
      return `${bits.toString(16)}-${digest}`;
    },
    /** The collections of a proof; undefined for another text. */
    namesIn(proof: string): ReadonlySet<string> | undefined {
      const [, digits] = FORM.exec(proof) ?? [];
      if (digits === undefined) return undefined;
      const bits = BigInt(`0x${digits}`);
      return new Set(collections().filter((_name, at) => (bits >> BigInt(at)) & 1n));
    },
  };
}
