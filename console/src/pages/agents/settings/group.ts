import type { FormField } from '../../../schema-form/fields.ts';

/** The tabs of the workbench, as the address names them. */
export const TABS = [
  ['prompt', 'Prompt'],
  ['voice', 'Voice'],
  ['actions', 'Actions'],
  ['steps', 'Steps'],
  ['knowledge', 'Knowledge'],
  ['behaviour', 'Call behaviour'],
  ['analysis', 'Analysis'],
  ['tests', 'Tests'],
  ['versions', 'Versions'],
] as const;

export type Tab = (typeof TABS)[number][0];

/** What the form says of a field in place of the API's document, which has its types and limits. */
export type Wording = Partial<
  Pick<
    FormField,
    'label' | 'help' | 'more' | 'unit' | 'step' | 'words' | 'empty' | 'itemName' | 'isOpen' | 'isSegmented'
  >
>;

/** Fields that stand together on a tab. */
export interface Group {
  readonly tab: Tab;
  /** @default none: the fields stand first, without a heading */
  readonly title?: string;
  /** What is folded into it, in one line; a group without it is open. */
  readonly folded?: string;
  /** The fields by their paths, in their order. A field within one of them is worded, and stands in it. */
  readonly fields: Readonly<Record<string, Wording>>;
}
