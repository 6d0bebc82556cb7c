// Packages that only some settings need, and that are not installed with the service: optional peer dependencies of package.json.
import { readFileSync } from 'node:fs';
import { asError, hasCode } from './values.ts';

interface Manifest {
  peerDependencies?: Record<string, string>;
  devDependencies?: object;
}

/**
 * @param load imports the modules that need the packages
 * @throws Error with the command that installs the package, if it is missing
 */
export async function withPackages<T>(names: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { message } = asError(error);
    const name = names.find((each) => message.includes(`'${each}'`));
    if (name === undefined || !hasCode(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new Error(`the package ${name} is not installed: ${installCommand(names)}`, { cause: error });
  }
}

export const withPackage = <T>(name: string, load: () => Promise<T>): Promise<T> => withPackages([name], load);

function installCommand(names: readonly string[]): string {
  // cast: the manifest of this package, part of the release
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
  // In the project itself npm would otherwise add its development tools, or change package.json.
  const options = manifest.devDependencies ? ' --no-save --save-prod --omit=dev' : '';
  const wanted = names.map((name) => {
    const version = manifest.peerDependencies?.[name];
    return version === undefined ? name : `${name}@${version}`;
  });
  return `npm install${options} ${wanted.join(' ')}`;
}
