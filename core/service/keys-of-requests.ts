// The keys of repeatable requests (D500), by the settings of a deployment.
import type { AccessService } from '../access/access-service.ts';
import type { Config } from '../config/config.ts';
import { createIdempotency } from '../http/idempotency/idempotency.ts';
import type { ClaimKey, IdempotencyOptions } from '../http/idempotency/keyed-request.ts';
import type { ModelService } from '../model/model-service.ts';
import { rulesForReading } from '../objects/visibility/reading-rules.ts';

interface Parts extends Pick<IdempotencyOptions, 'store' | 'clock' | 'log' | 'addressOf'> {
  access: Pick<AccessService, 'current'>;
  modelService: Pick<ModelService, 'current'>;
}

export const keysOfRequests = ({ access, modelService, ...parts }: Parts, config: Config): ClaimKey =>
  createIdempotency({
    ...parts,
    secrets: config.jwtSecrets,
    idle: config.bodyTimeoutSeconds,
    rulesFor: (caller) => rulesForReading(access.current(), modelService.current(), caller),
  });
