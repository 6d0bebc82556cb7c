// The stages of the demo, in the order of their dependencies.
import { annotationStage } from './annotations.ts';
import { borderStage } from './borders.ts';
import type { SignedIn } from './connection.ts';
import { countryStage } from './countries.ts';
import { flagStage } from './flags.ts';
import { folderStage, placeStage } from './folders.ts';
import { applyDemoModel, modelSize } from './model.ts';
import type { Progress } from './progress.ts';
import { makeThumbnails, thumbnailCount } from './thumbnails.ts';
import { runStage, type Stage, type StageResult } from './stage.ts';
import { translationStage } from './translations.ts';

/**
 * @param connection of an administrator
 * @param languages two-letter codes of the translations
 * @throws DemoError when the service refuses a request or cannot be reached; run again, it continues
 */
export async function fill(
  connection: SignedIn,
  progress: Progress,
  languages: readonly string[],
): Promise<StageResult[]> {
  const { client } = connection;
  const stages: Stage[] = [
    countryStage(client),
    borderStage(client),
    flagStage(client),
    folderStage(client),
    placeStage(client),
    translationStage(client, languages),
    annotationStage(client),
  ];
  progress.start(stages.reduce((sum, stage) => sum + stage.size, thumbnailCount + modelSize));
  const results = await applyDemoModel(connection, progress.advance);
  results.forEach(progress.endStage);
  for (const stage of stages) {
    const result = await runStage(stage, () => progress.advance(stage.name));
    progress.endStage(result);
    results.push(result);
  }
  const thumbnails = await makeThumbnails(client, () => progress.advance('thumbnails'));
  progress.endWork(`${'thumbnails'.padEnd(15)} ${thumbnails} ready`);
  return results;
}
