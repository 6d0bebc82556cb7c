// Checks of responses that the services of a worker share: a model that another service has had is not described again.
import { createDescriptionCheck, type DescriptionCheck } from '../../../scripts/contract/description-check.ts';
import { createSchemaValidators, type Node } from '../../../scripts/contract/schema-validators.ts';
import type { Services } from '../../../handlers/services.ts';

/** Most descriptions have most schemas in common. */
const schemaValidators = createSchemaValidators();

function failUnknown(names: string[], where: string): never {
  throw new Error(`${where}: the description does not have the headers ${names.join(', ')}`);
}

/** By the rows of the model, the latest last. */
const checks = new Map<string, Promise<DescriptionCheck>>();
const MOST_CHECKS = 8;

/** @param document makes the description of the present model */
export function checkOf(
  { modelService, plugins }: Pick<Services, 'modelService' | 'plugins'>,
  document: () => Promise<Node>,
): Promise<DescriptionCheck> {
  const make = () => document().then((made) => createDescriptionCheck(made, schemaValidators, failUnknown));
  // A project's own code adds to the description.
  if (plugins.length > 0) return make();
  const key = JSON.stringify(modelService.current().rows);
  const check = checks.get(key) ?? make();
  checks.delete(key);
  checks.set(key, check);
  check.catch(() => checks.delete(key));
  const [oldest] = checks.keys();
  if (checks.size > MOST_CHECKS && oldest !== undefined) checks.delete(oldest);
  return check;
}
