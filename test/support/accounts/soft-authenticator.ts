// An authenticator in software (WebAuthn, ES256, attestation "none"), and the page that calls it.
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

interface Held {
  id: Buffer;
  key: KeyObject;
  handle: string;
  rpId: string;
  counter: number;
}

export interface Ceremony {
  /** Of the page. */
  origin: string;
  /** Whether the user is verified, by a finger or a PIN. */
  isVerified?: boolean;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId?: string;
}

export interface SoftAuthenticator {
  readonly held: Held[];
  /** @param id of the credential; random by default */
  create(options: CreationOptions, ceremony: Ceremony & { id?: Buffer }): Record<string, unknown>;
  /** @param which credential; the latest by default */
  get(options: RequestOptions, ceremony: Ceremony & { which?: Held; counter?: number }): Record<string, unknown>;
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData({ rpId, counter }: Held, flags: number, attested: Buffer = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
}

/** The public key as COSE (RFC 9053): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
  const members = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, part(x)],
    [-3, part(y)],
  ]);
  return Buffer.from(isoCBOR.encode(members as never));
}

export function createSoftAuthenticator(): SoftAuthenticator {
  const held: Held[] = [];
  return {
    held,
    create({ challenge, rp, user }, { origin, isVerified = true, id: givenId = randomBytes(32) }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const one: Held = { id: givenId, key: privateKey, handle: user.id, rpId: rp.id ?? '', counter: 1 };
      held.push(one);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(one.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, one.id, coseKey(publicKey)]);
      const authData = authenticatorData(one, UP | AT | (isVerified ? UV : 0), attested);
      const members = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const id = one.id.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(members as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }, { origin, isVerified = true, which = held.at(-1), counter }) {
      if (!which) throw new Error('the authenticator holds nothing');
      which.counter = counter ?? which.counter + 1;
      const authData = authenticatorData({ ...which, rpId: rpId ?? which.rpId }, UP | (isVerified ? UV : 0));
      const data = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(which.key);
      const id = which.id.toString('base64url');
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: which.handle,
        },
      };
    },
  };
}
