// Packages that only some settings need, and that are not installed with the service: optional peer dependencies of package.json.
import { readFileSync } from 'node:fs';

interface Manifest {
  peerDependencies?: Record<string, string>;
  devDependencies?: object;
}

/**
 * @param load imports what needs the package
 * @throws Error that says how the package is installed, where it is not
 */
export async function withPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw new Error(`the package ${name} is not installed: ${installCommand(name)}`, { cause: error });
  }
}

function installCommand(name: string): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
  const version = manifest.peerDependencies?.[name];
  // In the project itself npm would else add its development tools, or change package.json.
  const options = manifest.devDependencies ? ' --no-save --save-prod --omit=dev' : '';
  return `npm install${options} ${name}${version === undefined ? '' : `@${version}`}`;
}
