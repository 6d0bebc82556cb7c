// Generators that are Java programs, downloaded from Maven Central.
import path from 'node:path';
import type { Say } from './language.ts';
import { hasCommand, runCommand } from './run-command.ts';
import { missingTool, toolbox } from './toolbox.ts';

const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

export interface MavenJar {
  group: string;
  artifact: string;
  version: string;
  /** Of its folder in the cache, with the version. */
  folder: string;
}

/** @returns the reason why it cannot be run; undefined when it can */
export async function missingJar(
  { group, artifact, version, folder }: MavenJar,
  say: Say,
): Promise<string | undefined> {
  if (!(await hasCommand('java', ['-version']))) {
    return 'its generator needs Java 11 or later (Debian: apt-get install default-jdk-headless)';
  }
  const fetch = async (out: string): Promise<void> => {
    if (!(await hasCommand('mvn', ['--version'])))
      throw new Error('Maven is needed for that (Debian: apt-get install maven)');
    const coordinates = [group, artifact, version].join(':');
    await runCommand('mvn', ['-B', '-q', copyGoal, `-Dartifact=${coordinates}`, `-DoutputDirectory=${out}`]);
  };
  return missingTool({ name: folder, from: 'from Maven Central', fetch, say });
}

/** @returns its output. @throws Error with it, when the program fails */
export const runJar = ({ artifact, version, folder }: MavenJar, args: readonly string[]): Promise<string> =>
  runCommand('java', ['-Xmx2g', '-jar', path.join(toolbox(), folder, `${artifact}-${version}.jar`), ...args]);
