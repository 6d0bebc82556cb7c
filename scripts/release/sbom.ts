/** Writes the bill of materials of the service (`npm run tool -- sbom`): CycloneDX by npm, from the lock file alone. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, FLAG, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';

const help = `Usage: npm run tool -- sbom [options]

Writes the production dependencies of the service as CycloneDX (JSON), from package-lock.json. It queries no registry.

  --out FILE        writes it there; to the standard output without
  --licences        writes a line for each licence instead, with its packages
  --help            shows this

The exit code is 0, or 1 when it could not be made, or a package has no licence.`;

const options = { out: TEXT, licences: FLAG, help: HELP };

interface Property {
  name: string;
  value: string;
}

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  properties?: Property[];
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

const ROOT = path.join(import.meta.dirname, '../..');
const MOST_BYTES = 64 * 1024 * 1024;

/** Packages that state it in a former form, which npm does not read. */
const STATED_OTHERWISE: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  streamsearch: 'MIT',
  'passport-http-bearer': 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
};

const licenceOf = ({ name, licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? '').join(', ') ||
  (STATED_OTHERWISE[name] ?? '');

interface Bom {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Without packages of development only; `--omit dev` of npm leaves out some that are needed by both. */
function withoutDevelopment(bom: Bom): Bom {
  const isDevelopment = ({ name, value }: Property): boolean =>
    name === 'cdx:npm:package:development' && value === 'true';
  const left = bom.components.filter(({ properties = [] }) => properties.some(isDevelopment));
  const refs = new Set(left.map((component) => component['bom-ref']));
  return {
    ...bom,
    components: bom.components.filter((component) => !refs.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => !refs.has(ref))
      .map(({ dependsOn, ...rest }) => ({ ...rest, dependsOn: dependsOn.filter((ref) => !refs.has(ref)) })),
  };
}

/** @throws CommandError for packages without one */
function licenceLines(components: readonly Component[]): string {
  const byLicence = new Map<string, string[]>();
  for (const component of components) {
    const licence = licenceOf(component);
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${component.name}@${component.version}`]);
  }
  const without = byLicence.get('');
  if (without) throw new CommandError(`no licence is known of ${without.join(', ')}`);
  const lines = [...byLicence].sort(([a], [b]) => a.localeCompare(b));
  return lines.map(([licence, packages]) => `${licence}: ${packages.sort().join(' ')}\n`).join('');
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('sbom') }, ({ values }) => {
  const npmArgs = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const text = execFileSync('npm', npmArgs, { cwd: ROOT, encoding: 'utf8', maxBuffer: MOST_BYTES });
  const bom = withoutDevelopment(JSON.parse(text) as Bom);
  const written = values.licences ? licenceLines(bom.components) : `${JSON.stringify(bom, null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(written);
  else writeFileSync(values.out, written);
});
