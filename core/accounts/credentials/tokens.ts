// Access tokens (JWT): signed, and verified without a query (service.md 5, D16).
import { integerIn } from '../../values.ts';
import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';
import { derivedFrom, type SigningSecrets } from '../../signing-secrets.ts';

export interface AccessTokenClaims {
  /** null for a token of an application alone (grant client_credentials). */
  userId: number | null;
  applicationId: number | null;
  /** The token version of the user at the time of issue (D380); 0 without a user. */
  generation: number;
  /** Session of the token; undefined for a token of an application alone. */
  sessionId?: string | undefined;
}

interface VerifiedToken extends AccessTokenClaims {
  /** Seconds since 1970. */
  expires: number;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** 401 `invalid_token`. */
export const invalidToken = (): ApiError =>
  new ApiError('invalid_token', 'The access token is not valid.', {
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  });

/** Tokens with a recently verified signature are not verified again; their user is still read. */
const MAX_REMEMBERED = 1000;

const signingKey = (secret: string) => ({
  /** Identifies the key in the header of a token without revealing the secret. */
  id: createHmac('sha256', secret).update('key id').digest('base64url').slice(0, 8),
  key: createSecretKey(Buffer.from(secret)),
});

/** @param settings with the lifetime of a token in seconds */
export function createAccessTokens(settings: { secrets: SigningSecrets; ttl: number; issuer: string }, clock: Clock) {
  const { current, all: keys } = derivedFrom(settings.secrets, signingKey);

  /** For a token that names no key, such as one that a test of a project signs, each is tried. */
  function keysOf(token: string) {
    const { kid } = decodeProtectedHeader(token);
    return kid === undefined ? keys : keys.filter(({ id }) => id === kid);
  }

  /** @throws JOSEError, TypeError, ApiError invalid_token */
  async function verified(token: string): Promise<JWTPayload> {
    for (const { key } of keysOf(token)) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: settings.issuer,
          requiredClaims: ['id', 'iat', 'exp', 'jti'],
          currentDate: clock.now(),
        });
        return payload;
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw invalidToken();
  }

  const remembered = new Map<string, VerifiedToken>();
  const remember = (token: string, claims: VerifiedToken): void => {
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(token, claims);
  };
  return {
    /** Lifetime of a new token, seconds. */
    ttl: settings.ttl,
    /** @returns the token and its lifetime in seconds */
    async issue({ userId, applicationId, generation, sessionId }: AccessTokenClaims) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const token = await new SignJWT({
        id: userId,
        application: applicationId,
        ...(generation > 0 && { gen: generation }),
        ...(sessionId !== undefined && { sid: sessionId }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: current.id })
        .setIssuer(settings.issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + settings.ttl)
        .setJti(randomUUID())
        .sign(current.key);
      return { token, expiresIn: settings.ttl };
    },
    /** @throws ApiError expired_token, invalid_token */
    async verify(token: string): Promise<VerifiedToken> {
      const known = remembered.get(token);
      if (known && known.expires > clock.now().getTime() / 1000) return known;
      remembered.delete(token);
      try {
        const payload = await verified(token);
        const { id, application, gen, sid } = payload;
        const applicationId = integerIn(application) ?? null;
        const userId = integerIn(id) ?? null;
        if (userId === null && (id !== null || applicationId === null)) throw invalidToken();
        const generation = integerIn(gen) ?? 0;
        const sessionId = typeof sid === 'string' ? sid : undefined;
        const claims = { userId, applicationId, generation, sessionId, expires: payload.exp ?? 0 };
        remember(token, claims);
        return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          throw new ApiError('expired_token', 'The access token has expired.', {
            'WWW-Authenticate': 'Bearer error="invalid_token", error_description="expired"',
          });
        }
        throw error instanceof errors.JOSEError || error instanceof TypeError ? invalidToken() : error;
      }
    },
  };
}
