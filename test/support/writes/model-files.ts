// Files of a model in tests, and what is done with them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { applyModel, type Applied } from '../../../core/model-as-code/apply-model.ts';
import { readModelFiles } from '../../../scripts/model/model-files.ts';
import { pullModel } from '../../../scripts/model/pull-model.ts';
import type { Place } from './transfer.ts';
import { lineOf } from '../../../scripts/model/change-lines.ts';

/** Each kind of thing, with each kind of reference between them. */
export const MODEL_FILE = `# Recipes and their cooks.
property_types:
  stars:
    params: { type: integer, minimum: 1, maximum: 5 }
object_types:
  # Before its parent.
  recipes:
    singular: recipe
    parent_name: dishes
    associations: [Categories, Tags]
    hidden: [extra]
    attribute_permissions:
      note: { read: [cook] }
    properties:
      rating: { property_type_name: stars, label: Rating, indexed: true }
      servings: { property_type_name: integer, is_nullable: false, default_value: 4 }
    categories:
      pasta: { parent: main-course }
      main-course: { labels: { default: Main course, it: Secondo } }
      dessert: { label: Sweet, enabled: false }
  dishes:
    singular: dish
    is_abstract: true
  documents:
    description: Texts about food.
    properties:
      source: { property_type_name: url }
relations:
  cooked_by:
    inverse_name: cooks
    left_object_types: [recipes]
    right_object_types: [profiles]
    params: { type: object, properties: { since: { type: integer } } }
roles:
  cook: { description: Writes recipes, priority: 150 }
permissions:
  recipes:
    - { read: true, anonymous: true }
    - { role: cook, read: true, write: mine }
`;

const root = mkdtempSync(path.join(os.tmpdir(), 'colophon-model-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

export const emptyFolder = (): string => mkdtempSync(path.join(root, 'm-'));

/** A folder with one file. */
export function modelFolder(text: string, name = 'model.yaml'): string {
  const place = emptyFolder();
  writeFileSync(path.join(place, name), text);
  return place;
}

export const apply = (place: Place, model: string, allowLoss = false, dryRun = false): Promise<Applied> =>
  applyModel(place.test.service.model, readModelFiles(model), { allowLoss, dryRun });

export const linesOf = ({ done, left }: Applied): string[] => [...done, ...left].map(lineOf);

export async function pull(place: Place, model: string): Promise<string[]> {
  const pulled = await pullModel(place.test.service.model, readModelFiles(model));
  for (const { name, text } of pulled.files) writeFileSync(name, text);
  return pulled.files.map(({ name }) => path.basename(name));
}
