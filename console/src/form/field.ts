/** Values of a form, as the API has them. */
export type Values = Readonly<Record<string, unknown>>;

/** The fields of a value; empty unless it is an object. */
export const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A field of a form. A text that is not required, and a group or a list that is empty, is null. */
export interface FormField {
  /** @default what its choices, fields or bounds tell, or else a text */
  readonly kind?:
    | 'text'
    | 'prose'
    /** Texts, one a line. */
    | 'lines'
    /** Words of speech recognition, one a line, each with its boost, if that is not 1. */
    | 'keywords'
    | 'secret'
    | 'number'
    /** A date with its time. */
    | 'time'
    | 'boolean'
    | 'choice'
    | 'choices'
    /** Another record, by its id. */
    | 'reference'
    | 'group'
    /** Several groups. */
    | 'list'
    | 'extract'
    /** Its control stands beside the form. */
    | 'own';
  readonly label: string;
  readonly help?: string;
  /** What kind of text it is, for the keyboard of a phone. */
  readonly type?: 'tel' | 'url';
  /** The rest of the help, which is shown on request. */
  readonly more?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  /** What can be chosen, with what it is called. */
  readonly options?: Readonly<Record<string, string>>;
  /** The options that stand first; others are folded. @default all */
  readonly usual?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  /** What stands behind a number. */
  readonly unit?: string;
  /** The number of the API's units in a shown one: 1000 for milliseconds that are shown as seconds. */
  readonly scale?: number;
  readonly fields?: Fields;
  /** The number of items that a list has at most. */
  readonly most?: number;
  /** What one item of a list is called. */
  readonly itemName?: string;
  /** Whether its few options stand side by side. One of them is always chosen. */
  readonly isSegmented?: boolean;
  /** What happens if nothing is entered or chosen. */
  readonly empty?: string;
  /** Whether the fields of a group are always there: it is left out while all of them are empty. */
  readonly isOpen?: boolean;
}

/** The kind of a field. */
export const kindOf = ({ kind, options, fields, minimum }: FormField) =>
  kind ?? (options ? 'choice' : fields ? 'group' : minimum === undefined ? 'text' : 'number');

/** Fields by their names in the API. */
export type Fields = Readonly<Record<string, FormField>>;

/** What every control of a form gets. */
export interface ControlOf {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** The names that lead to the field. */
  readonly path: readonly string[];
  readonly faultsAt: (path: readonly string[]) => readonly string[];
}

/** Whether a message is about a field within, which shows it itself. */
export const isInner = (text: string): boolean => /^[\w.]+: /.test(text);

/** Names of fields that hold a secret. */
const SECRETS = ['llm_api_key', 'api_key', 'telephony_auth_token', 'signature_secret', 'headers'];

/** The values without any secret, however deep. Only what JSON has remains. */
export const withoutSecrets = (values: Values): Values =>
  JSON.parse(JSON.stringify(values, (name, value: unknown) => (SECRETS.includes(name) ? undefined : value)));
