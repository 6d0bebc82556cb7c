// A process without jobs that receives one signup, and dies when it is written, before its response. Settings are those
// of a service.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../../core/config/config.ts';
import { createLog } from '../../../core/log.ts';
import { openService } from '../../../core/service/open-service.ts';

const mongodbUri = process.env['MONGODB_URI'] ?? '';
const { app } = await openService({ config: readConfig(process.env), mongodbUri, log: createLog('warn') });
const server = createServer((request, response) => {
  response.writeHead = () => {
    process.kill(process.pid, 'SIGKILL');
    return response;
  };
  app(request, response);
}).listen(0, '127.0.0.1', () => {
  void fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: process.env['SIGNUP'] ?? '',
  }).then((response) => console.log(`answered ${response.status}`));
});
