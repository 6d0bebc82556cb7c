// A process that receives one signup, and dies when it is written: before its mail is sent. Settings are those of a
// service.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/log.ts';
import { openService } from '../../scripts/open-service.ts';

const mongodbUri = process.env['MONGODB_URI'] ?? '';
const { app, services } = await openService({ config: readConfig(process.env), mongodbUri, log: createLog('warn') });
services.jobs.wake = () => {
  process.kill(process.pid, 'SIGKILL');
};
const server = createServer(app).listen(0, '127.0.0.1', () => {
  void fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: process.env['SIGNUP'] ?? '',
  }).then((response) => console.log(`answered ${response.status}`));
});
