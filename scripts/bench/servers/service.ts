// The service as the benchmark runs it: assembled as `npm start` does it, served by scripts/bench/servers/child-server.ts.
import { readConfig } from '../../../core/config/config.ts';
import { createLog } from '../../../core/log.ts';
import { openService } from '../../../core/service/open-service.ts';
import { serveBench } from './child-server.ts';

const config = readConfig(process.env);
const service = await openService({ config, mongodbUri: config.mongodbUri ?? '', log: createLog(config.logLevel) });
await serveBench(service.app);
