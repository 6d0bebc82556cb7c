/** The model of a service as files (`npm run model`). Here: the command line; core/model-as-code and scripts/model/ do it. */
import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { applyModel, type Applied } from '../../core/model-as-code/apply-model.ts';
import type { ModelClient } from '../../core/model-as-code/present-model.ts';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError, FLAG, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { withDatabase } from '../database/open-database.ts';
import { withOwnService } from '../database/own-service.ts';
import { loadEnvFile } from '../env-file.ts';
import { httpModelClient } from './http-model-client.ts';
import { noModelFiles, readModelFiles } from './model-files.ts';
import { pullModel } from './pull-model.ts';
import { ACCESS_NOTES, ACCESS_OPTIONS, openTarget } from '../transfer/options.ts';
import { lineOf } from './change-lines.ts';

const help = `Usage: npm run model -- diff|apply|pull [options]

The model as files: object types with their properties and categories, property types, relations, roles and permissions, in
YAML files of a folder (openapi/docs/model-as-code.md).

  diff              shows what apply would change
  apply             makes the service as the files say; changes that would lose data are named, and left
  pull              writes the model of the service into the files; what is the same keeps its text

  --folder FOLDER   of the files; default MODEL, or model
  --allow-loss      apply makes changes that lose data, too
  --dry-run         changes nothing, and shows what would change
  --url URL         a running service, over HTTP; without it the database of this folder's settings (MONGODB_URI, or the data
                    in DATA_DIR), on which a service may run
  --username NAME   an administrator, to sign in at URL; default TRANSFER_USERNAME, ADMIN_USERNAME, or admin
  --help            shows this

${ACCESS_NOTES}
diff exits with 2 when something differs.`;

const options = { ...ACCESS_OPTIONS, folder: TEXT, 'allow-loss': FLAG, 'dry-run': FLAG };

const read = () => parseArgs({ options, allowPositionals: true });
type Values = ReturnType<typeof read>['values'];

const ACTIONS = ['diff', 'apply', 'pull'] as const;
type Action = (typeof ACTIONS)[number];

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Works with the resources of the service of the options. */
async function withClient<T>(values: Values, work: (client: ModelClient) => Promise<T>): Promise<T> {
  if (values.url !== undefined) {
    const target = await openTarget(values, process.env);
    try {
      return await work(httpModelClient(target));
    } finally {
      await target.close();
    }
  }
  return withDatabase((database) => withOwnService(database, ({ model }) => work(model)));
}

function show({ done, left }: Applied, isDone: boolean): void {
  // An apply has shown them one by one.
  if (!isDone) for (const change of done) console.log(lineOf(change));
  for (const change of left) console.log(lineOf(change));
  const what = `${count(done.length, 'change')}${isDone ? ' made' : ' to be made'}`;
  const rest = left.length === 0 ? '' : `, ${left.length} left: they lose data, which --allow-loss allows`;
  console.log(done.length + left.length === 0 ? 'nothing differs' : what + rest);
}

async function run(action: Action, folder: string, values: Values): Promise<void> {
  const dryRun = values['dry-run'] ?? false;
  if (action === 'pull') {
    const files = existsSync(folder) ? readModelFiles(folder) : noModelFiles(folder);
    const pulled = await withClient(values, (client) => pullModel(client, files));
    if (!dryRun) await makeFolder(folder);
    if (!dryRun) for (const { name, text } of pulled.files) await writeFile(name, text);
    const names = pulled.files.map(({ name }) => name).join(', ');
    return console.log(
      names === '' ? 'the files say what the service has' : `${dryRun ? 'would write' : 'wrote'} ${names}`,
    );
  }
  const files = readModelFiles(folder);
  const isTrial = action === 'diff' || dryRun;
  const onDone = (change: Applied['done'][number]): void => console.log(lineOf(change));
  const allowLoss = values['allow-loss'] ?? false;
  const applied = await withClient(values, (client) =>
    applyModel(client, files, { allowLoss, dryRun: isTrial, onDone }),
  );
  show(applied, !isTrial);
  if (action === 'diff' && applied.done.length + applied.left.length > 0) process.exitCode = 2;
}

await runCommandLine({ help, read, fail: inLines('model') }, async ({ values, positionals }) => {
  loadEnvFile();
  const action = ACTIONS.find((each) => each === positionals[0]);
  if (action === undefined || positionals.length > 1)
    throw new CommandError(`one of ${ACTIONS.join(', ')} is needed: see --help`);
  await run(action, values.folder ?? (process.env['MODEL'] || 'model'), values);
});
