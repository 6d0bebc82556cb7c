// The keys of repeatable requests (D500), by the settings of a deployment.
import type { AccessService } from '../core/access/access-service.ts';
import type { Config } from '../core/config/config.ts';
import { createIdempotency } from '../core/http/idempotency.ts';
import type { ClaimKey, IdempotencyOptions } from '../core/http/keyed-request.ts';
import type { ModelService } from '../core/model/model-service.ts';
import { rulesForReading } from '../core/objects/reading-rules.ts';

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
