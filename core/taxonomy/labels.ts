// Labels of categories and tags: text by language; `label` is the text under `default` (D551).
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
  const labels = { ...input.labels };
  const text = input.label ?? labels['default'] ?? humanize(name);
  return { ...labels, default: text };
}

/** Labels after a change: `labels` replaces all, then `label` sets the default text; null removes it. */
export function changedLabels(current: Labels, input: LabelInput): Labels {
  const labels = input.labels === undefined ? current : (input.labels ?? {});
  if (input.label === undefined) return labels;
  const { default: _removed, ...others } = labels;
  return input.label === null ? others : { ...labels, default: input.label };
}
