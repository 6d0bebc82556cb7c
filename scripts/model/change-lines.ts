// Changes of a model as lines, for the terminal and the log.
import type { ModelDifference } from '../../core/model-as-code/compare-model.ts';
import { thingTitle } from '../../core/model-as-code/model-things.ts';

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

/** A line for a person: `~ relations.borders: label "Borders" -> "Neighbours"`. */
export function lineOf({ action, thing, members, present, loses }: ModelDifference): string {
  const sign = { add: '+', change: '~', remove: '-' }[action];
  const values = members.map((each) => `${each} ${shown(present?.values[each])} -> ${shown(thing.values[each])}`);
  const what = action === 'change' ? `: ${values.join(', ')}` : '';
  return `${sign} ${thingTitle(thing)}${what}${loses === undefined ? '' : ` (loses data: ${loses})`}`;
}
