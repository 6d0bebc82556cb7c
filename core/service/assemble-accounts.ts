// The services of accounts: signing in, by passwords and through providers, signing up, changing credentials.
import { createAttemptLog, type AttemptLog } from '../accounts/credentials/attempt-log.ts';
import { createChallenges } from '../accounts/credentials/challenges.ts';
import { createLoginThrottle } from '../accounts/credentials/login-throttle.ts';
import { createOpenIdConnect } from '../accounts/providers/openid-connect.ts';
import { createOpenSession } from '../accounts/providers/provider-sign-in.ts';
import { createProviderFetch } from '../accounts/providers/provider-request.ts';
import { endReusedSession, type ReuseServices } from '../accounts/sign-in/end-sessions.ts';
import type { Sealer } from '../accounts/sealed-secrets.ts';
import { resealFactors } from '../accounts/factors/second-factor.ts';
import type { SignInServices } from '../accounts/credentials/sign-in-services.ts';
import { releaseVerifiedAddress } from '../accounts/signup/signup-expiry.ts';
import { externalUserCreation } from '../accounts/users.ts';
import type { Config } from '../config/config.ts';
import { passkeySiteOf } from '../config/factor-settings.ts';
import type { Logger } from '../log.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import type { Services } from '../../handlers/services.ts';

type SignInParts = Pick<SignInServices, 'access' | 'accessTokens'> &
  ReuseServices & {
    attempts: AttemptLog;
    sealer: Sealer;
    /** Address of the service. */
    ownUrl: () => string;
  };

/** What every way to sign in needs. */
async function signInOf({ attempts, ownUrl, ...parts }: SignInParts, config: Config): Promise<SignInServices> {
  await resealFactors(parts);
  return {
    ...parts,
    throttle: createLoginThrottle(attempts),
    refreshTtl: config.refreshTtlSeconds,
    refreshIdleTtl: config.refreshIdleTtlSeconds,
    refreshRotation: config.refreshRotation,
    endReused: (...call) => endReusedSession(parts, ...call),
    requireApiKey: config.requireApiKey,
    challenges: createChallenges(config.jwtSecrets, parts.clock),
    passkeySite: () => passkeySiteOf(config, ownUrl()),
    factorPolicy: {
      roles: new Set(config.secondFactorRoles),
      graceMs: config.secondFactorGraceSeconds * 1000,
      codeWindow: config.secondFactorWindow,
      freshMs: config.secondFactorFreshSeconds === null ? null : config.secondFactorFreshSeconds * 1000,
    },
  };
}

interface AccountParts extends Omit<SignInParts, 'attempts'> {
  log: Logger;
  objects: ObjectServices;
}

export async function accountServices(
  { log, objects, ownUrl, ...parts }: AccountParts,
  config: Config,
): Promise<Pick<Services, 'signIn' | 'credentialsChange' | 'signup' | 'providers'>> {
  const { store, clock, access, audit, sealer } = parts;
  const attempts = createAttemptLog(store, clock);
  const signIn = await signInOf({ ...parts, ownUrl, attempts }, config);
  const { throttle } = signIn;
  const ownPages = { publicUrl: config.publicUrl, smtpUrl: config.smtpUrl, ownUrl };
  const allowsPrivate = config.providerPrivateNetworks;
  const fetch = createProviderFetch({ allowsPrivate });
  return {
    signIn,
    credentialsChange: { signIn, objects, attempts, ownPages },
    signup: { objects, attempts, throttle, ownPages },
    providers: {
      store,
      sealer,
      clock,
      access,
      throttle,
      attempts,
      audit,
      log,
      createUser: externalUserCreation(objects),
      freeAddress: (email) => releaseVerifiedAddress(objects, email),
      openSession: createOpenSession(signIn),
      openIdConnect: createOpenIdConnect({ fetch, clock }),
      fetch,
      allowsPrivate,
      ownPages,
    },
  };
}
