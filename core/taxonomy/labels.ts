// Labels of categories and tags: text by language; `label` is the text under `default` (D551).
import { ApiError, type Fault } from '../errors.ts';
import { humanize } from '../model/names.ts';

export type Labels = Record<string, string>;

/** A category or tag as a member of an object. */
export interface InlineLabel {
  name: string;
  labels: Labels;
  label: string | null;
}

export interface LabelInput {
  labels?: Labels | null;
  label?: string | null;
}

export const labelOf = (labels: Labels): string | null => labels['default'] ?? null;

export const inlineLabel = (row: { name: string; labels: Labels }): InlineLabel => ({
  name: row.name,
  labels: row.labels,
  label: labelOf(row.labels),
});

/** Labels of a new category or tag; the default text is made from the name when there is none. */
export function newLabels(name: string, input: LabelInput): Labels {
  return { ...input.labels, default: input.label ?? input.labels?.['default'] ?? humanize(name) };
}

/** Labels after a change: `labels` replaces all, then `label` sets the default text; null removes it. */
export function changedLabels(current: Labels, input: LabelInput): Labels {
  const labels = input.labels === undefined ? current : (input.labels ?? {});
  if (input.label === undefined) return labels;
  const { default: _removed, ...others } = labels;
  return input.label === null ? others : { ...labels, default: input.label };
}

/** @throws ApiError invalid_data with a fault for each label of an object that it cannot have */
export function refuseLabels(
  field: 'categories' | 'tags',
  input: readonly { name: string }[],
  isRefused: (name: string) => boolean,
): void {
  const faults = input.flatMap(({ name }, index): Fault[] => {
    if (!isRefused(name)) return [];
    const detail = `[${field}.${index}.name.exists]: There is none with the name "${name.slice(0, 100)}" in use.`;
    return [{ detail, source: { pointer: `/data/attributes/${field}/${index}/name` } }];
  });
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
}

/** The labels of an object after its list was replaced: disabled ones, which responses do not show, keep their places (D407). */
export async function keepHidden<Label extends { id: number }>(
  given: readonly Label[],
  stored: readonly Label[],
  findDisabled: (ids: number[]) => Promise<readonly { _id: number }[]>,
): Promise<Label[]> {
  const labels = [...given];
  const left = stored.filter(({ id }) => !given.some((label) => label.id === id)).map(({ id }) => id);
  if (left.length === 0) return labels;
  const hidden = new Set((await findDisabled(left)).map(({ _id }) => _id));
  for (const [index, label] of stored.entries()) if (hidden.has(label.id)) labels.splice(index, 0, label);
  return labels;
}
