// Indexes of texts have the order of the project's language (D800): a change of the configuration changes them.
import type { Logger } from '../log.ts';
import type { ModelService } from '../model/model-service.ts';
import type { AccessService } from './access-service.ts';

interface Parts {
  access: Pick<AccessService, 'current' | 'onChange'>;
  modelService: Pick<ModelService, 'orderTexts'>;
  log: Logger;
}

/** Also sets the order in a database of an earlier release. Every process does it; the first one makes the change. */
export async function followTextOrder({ access, modelService, log }: Parts): Promise<{ close(): Promise<void> }> {
  let known = access.current().textLocale;
  await modelService.orderTexts(known);
  const stop = access.onChange(({ textLocale }) => {
    if (textLocale === known) return;
    known = textLocale;
    modelService
      .orderTexts(textLocale)
      .catch((error: unknown) => log.error({ error, textLocale }, 'the order of texts could not be changed'));
  });
  return {
    close() {
      stop();
      return Promise.resolve();
    },
  };
}
