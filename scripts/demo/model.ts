// The model of the demo: the files of scripts/demo/model, applied like those of any project.
import path from 'node:path';
import { applyModel } from '../../core/model-as-code/apply-model.ts';
import { ModelFault } from '../../core/model-as-code/model-fault.ts';
import { type ModelKind } from '../../core/model-as-code/model-things.ts';
import { httpModelClient } from '../model/http-model-client.ts';
import { readModelFiles } from '../model/model-files.ts';
import { openHttpTarget } from '../transfer/http-target.ts';
import { DemoError } from './demo-error.ts';
import type { StageResult } from './stage.ts';

/** Names in the files. */
export const COUNTRIES = 'countries';
export const BORDERS = 'borders';

const NAMES: readonly (readonly [kind: ModelKind, name: string])[] = [
  ['property_types', 'property types'],
  ['object_types', 'object types'],
  ['properties', 'properties'],
  ['relations', 'relations'],
  ['categories', 'categories'],
];

const files = readModelFiles(path.join(import.meta.dirname, 'model'));
const ofKind = (kind: ModelKind): number => [...files.things.values()].filter((thing) => thing.kind === kind).length;

export const modelSize = files.things.size;

/**
 * What the service has beyond the files stays.
 * @param token of an administrator @throws DemoError
 */
export async function applyDemoModel(
  { url, token }: { url: string; token: string },
  onThing: (kind: string) => void,
): Promise<StageResult[]> {
  const target = await openHttpTarget({ url, token, username: '', password: undefined, apiKey: undefined, atOnce: 1 });
  try {
    const { done } = await applyModel(httpModelClient(target), files, { allowLoss: false });
    return NAMES.map(([kind, name]) => {
      const changes = done.filter(({ thing }) => thing.kind === kind);
      const made = changes.filter(({ action }) => action === 'add').length;
      const changed = changes.length - made;
      for (let index = 0; index < ofKind(kind); index++) onThing(name);
      return { name, counts: { made, changed, unchanged: ofKind(kind) - changes.length } };
    });
  } catch (error) {
    throw error instanceof ModelFault ? new DemoError(error.message, { cause: error }) : error;
  } finally {
    await target.close();
  }
}
