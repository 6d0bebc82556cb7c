// The stages of the demo, in the order of their dependencies.
import { annotationStage } from './annotations.ts';
import { borderStage } from './borders.ts';
import type { SignedIn } from './connection.ts';
import { countryStage } from './countries.ts';
import { flagStage } from './flags.ts';
import { folderStage, placeStage } from './folders.ts';
import { applyDemoModel, modelSize } from './model.ts';
import type { DemoOptions } from './options.ts';
import { describeStage, type Progress } from './progress.ts';
import { makeThumbnails } from './thumbnails.ts';
import { runStage, type Stage, type StageResult } from './stage.ts';
import { translationStage } from './translations.ts';
import { countries as world } from './world.ts';

/**
 * @param connection of an administrator
 * @param choice two-letter codes of the translations, and the only region; undefined for all
 * @throws DemoError when the service refuses a request or cannot be reached; run again, it continues
 */
export async function fill(
  connection: SignedIn,
  progress: Progress,
  { languages, region }: Pick<DemoOptions, 'languages' | 'region'>,
): Promise<StageResult[]> {
  const { client } = connection;
  const countries = world.filter((country) => region === undefined || country.region === region);
  const stages: Stage[] = [
    countryStage(client, countries),
    borderStage(client, countries),
    flagStage(client, countries),
    folderStage(client, countries),
    placeStage(client, countries),
    translationStage(client, countries, languages),
    annotationStage(client, countries),
  ];
  progress.start(stages.reduce((sum, stage) => sum + stage.size, countries.length + modelSize));
  const results = await applyDemoModel(connection, progress.advance);
  for (const result of results) progress.say(describeStage(result));
  for (const stage of stages) {
    const result = await runStage(stage, () => progress.advance(stage.name));
    progress.say(describeStage(result));
    results.push(result);
  }
  const thumbnails = await makeThumbnails(client, countries, () => progress.advance('thumbnails'));
  progress.say(`${'thumbnails'.padEnd(15)} ${thumbnails} ready`);
  return results;
}
