// What a manifest and the list of files may say. A backup that is not encrypted may come from anybody who can write to its
// place, so nothing of it is used before it is checked (D821).
import { Ajv } from 'ajv';
import { isFileKey, keyInMessage } from '../files/storage/file-key.ts';
import { BackupError } from './backup-error.ts';
import { CHANGES, collectionEntry, FILE_LIST, fileEntry, isOwnCollection } from './entry-names.ts';
import type { DumpedFile, Manifest } from './backup-format.ts';
import { jsonIn } from '../values.ts';

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const text = { type: 'string', maxLength: 1_000 };
const object = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const entry = object({ path: text, size: count, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } });
const objects = { type: 'array', items: { type: 'object' } };

/** Of a passphrase. A derivation that a stranger chose could take hours. */
const scrypt = object({
  salt: { type: 'string', pattern: '^[A-Za-z0-9+/]{22}==$' },
  N: { enum: [16_384, 32_768, 65_536] },
  r: { type: 'integer', minimum: 1, maximum: 8 },
  p: { type: 'integer', minimum: 1, maximum: 4 },
});

const manifestSchema = object(
  {
    format: { enum: [1, 2] },
    id: text,
    moment: text,
    since: object({ id: text, moment: text }),
    changes: object({ entry, count }),
    version: text,
    databaseVersion: count,
    created: text,
    encryption: {
      ...object({ cipher: { const: 'aes-256-gcm' }, scrypt: { ...scrypt, nullable: true } }),
      nullable: true,
    },
    collections: {
      type: 'array',
      maxItems: 100_000,
      items: object({ name: text, options: { type: 'object' }, indexes: objects, rows: count, entry }),
    },
    fileList: entry,
    files: count,
    missingFiles: { type: 'array', items: text },
  },
  ['id', 'moment', 'since', 'changes'],
);

const ajv = new Ajv({ logger: false });
const isManifest = ajv.compile<Manifest>(manifestSchema);
const isDumpedFile = ajv.compile<DumpedFile>({
  ...entry,
  properties: { ...entry.properties, key: text },
  required: [...entry.required, 'key'],
});

/** The entries of a manifest that have another path than a backup gives them. */
function* misplaced({ collections, changes, fileList }: Manifest): Generator<string> {
  for (const { name, entry: stored } of collections) {
    if (!isOwnCollection(name)) yield `the collection ${keyInMessage(name)}`;
    else if (stored.path !== collectionEntry(name)) yield keyInMessage(stored.path);
  }
  if (changes && changes.entry.path !== CHANGES) yield keyInMessage(changes.entry.path);
  if (fileList.path !== FILE_LIST) yield keyInMessage(fileList.path);
}

/** @param where for people @throws BackupError */
export function checkManifest(value: unknown, where: string): Manifest {
  if (!isManifest(value)) {
    const [error] = isManifest.errors ?? [];
    throw new BackupError(`${where} is damaged: ${error?.instancePath ?? ''} ${error?.message ?? ''}`);
  }
  const [stray] = misplaced(value);
  if (stray !== undefined) throw new BackupError(`${where} names ${stray}, which no backup has`);
  const names = value.collections.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new BackupError(`${where} names a collection twice`);
  return value;
}

/** @param line of the list of files @throws BackupError */
export function checkListedFile(line: string): DumpedFile {
  const file = jsonIn(line);
  if (!isDumpedFile(file)) throw new BackupError('the list of files is damaged');
  if (!isFileKey(file.key))
    throw new BackupError(`the list of files has ${keyInMessage(file.key)}, which is not the key of a file`);
  if (file.path !== fileEntry(file.key))
    throw new BackupError(`the list of files names ${keyInMessage(file.path)}, which no backup has`);
  return file;
}
