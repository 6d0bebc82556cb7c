// `--url` of the commands that work with a running service: its valid values, and the secrets that are sent to it.
import { describe, expect, it } from 'vitest';
import { readOptions as readContractOptions } from '../../../scripts/contract/options.ts';
import { connect, signIn } from '../../../scripts/demo/connection.ts';
import { readOptions as readDemoOptions } from '../../../scripts/demo/options.ts';
import { readDeploymentUrl } from '../../../scripts/deployment-url.ts';
import { openLoopbackServer } from '../../support/clients/loopback-server.ts';

const own = { ADMIN_PASSWORD: 'of this machine' };
const commands = [
  { command: 'contract', readOptions: readContractOptions, variable: 'CONTRACT_PASSWORD' },
  { command: 'demo', readOptions: readDemoOptions, variable: 'DEMO_PASSWORD' },
];

describe.each(commands)('the password of $command', ({ readOptions, variable }) => {
  it.each([
    [],
    ['--url', 'http://localhost:3000'],
    ['--url', 'http://127.0.0.1:3000/api/'],
    ['--url', 'http://127.1'],
    ['--url', 'http://[::1]:3000'],
  ])('is that of the local service: %s %s', (...args) => {
    expect(readOptions(args, own).password).toBe('of this machine');
  });

  it.each([
    'https://api.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://example.org/localhost',
    'http://10.0.0.1',
    'http://[::2]',
    'http://0.0.0.0:3000',
  ])('is not that of the local service for %s', (url) => {
    expect(readOptions(['--url', url], own).password).toBeUndefined();
  });

  it('is that of its own variable if both are set, and that of the command line before both', () => {
    const env = { ...own, [variable]: 'for the command' };
    for (const url of ['http://localhost:3000', 'https://api.example.org']) {
      expect(readOptions(['--url', url], env).password).toBe('for the command');
      expect(readOptions(['--url', url, '--password', 'given'], env).password).toBe('given');
    }
  });
});

describe('--url', () => {
  it.each([
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
    ['https://example.org/api//', 'https://example.org/api'],
    ['https://example.org/api/openapi.json', 'https://example.org/api'],
    ['HTTPS://Example.org?x=1#y', 'https://example.org'],
  ])('%s is read as %s', (given, url) => {
    expect(readDeploymentUrl(given)).toBe(url);
  });

  it.each([
    ['localhost:3000', /^--url: "localhost:3000" is not an http or https URL$/],
    ['ftp://example.org', /is not an http or https URL$/],
    ['https://admin:secret@example.org', /^--url takes no user and password: see --help$/],
  ])('%s is refused', (given, message) => {
    expect(() => readDeploymentUrl(given)).toThrow(message);
  });

  it('is the only address that gets the password of the demo, even with a redirect', async () => {
    const [here, elsewhere] = [await openLoopbackServer(), await openLoopbackServer()];
    let requestCount = 0;
    here.answer((_request, response) => response.writeHead(307, { location: `${elsewhere.url}/auth` }).end());
    elsewhere.answer((_request, response) => {
      requestCount += 1;
      response.end();
    });
    try {
      const signingIn = signIn(connect(here.url), { username: 'admin', password: 'secret' });
      await expect(signingIn).rejects.toThrow(/answered 307, and not as Colophon does: is --url right\?$/);
      expect(requestCount).toBe(0);
    } finally {
      await here.close();
      await elsewhere.close();
    }
  });
});
