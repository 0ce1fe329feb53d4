import { type Document, type JsonSchema, nameOf, resolved } from '../api/document-types.ts';
import { labelOf } from '../format/label.ts';

/** A field of a form, made from a schema of the API's document. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** The first sentence of the document's description. */
  readonly help: string;
  readonly kind:
    | 'text'
    | 'prose'
    | 'secret'
    | 'number'
    | 'boolean'
    | 'choice'
    | 'choices'
    | 'reference'
    | 'references'
    | 'group'
    | 'list'
    | 'map'
    | 'extract'
    | 'json';
  readonly required: boolean;
  readonly nullable: boolean;
  readonly default?: unknown;
  readonly options?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number | 'any';
  readonly fields?: readonly FormField[];
  /** What a list, or a map of names to values, has of. */
  readonly item?: FormField;
  /** The number of items or entries that it has at most. */
  readonly most?: number;
  /** Kinds of new record that a reference may describe in place of naming one. */
  readonly variants?: readonly Variant[];
  /** The rest of the help, which is shown on request. */
  readonly more?: string;
  /** What stands behind a number. */
  readonly unit?: string;
  /** The number of the API's units in a shown one: 1000 for milliseconds that are shown as seconds. */
  readonly scale?: number;
  /** What the options are called; the others by their own names. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whether its few options stand side by side. One of them is always chosen. */
  readonly isSegmented?: boolean;
  /** What happens if nothing is entered or chosen. */
  readonly empty?: string;
  /** What one item of a list is called. */
  readonly itemName?: string;
  /** Whether the fields of a group that may be left out are always there: it is left out while all of them are empty. */
  readonly isOpen?: boolean;
}

/** A kind of new record: its `type`, if there are several, and its fields. */
export interface Variant {
  readonly label: string;
  readonly type: string | undefined;
  readonly fields: readonly FormField[];
}

/** Characters from which a text gets more than one line. */
const PROSE = 300;

/** The fields of an object's schema, in its order. */
export function fieldsOf(document: Document, schema: JsonSchema): readonly FormField[] {
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(document, name, property, required.includes(name)),
  );
}

function fieldOf(document: Document, name: string, schema: JsonSchema, required: boolean): FormField {
  const outer = resolved(document, schema);
  const variants = variantsOf(document, outer);
  const nullable = (outer.anyOf ?? outer.oneOf ?? []).some(isNull) || typesOf(outer).includes('null');
  const common = {
    name,
    ...unitOf(name),
    ...helpOf(outer.description),
    required,
    nullable,
    ...(outer.default !== undefined && { default: outer.default }),
  };
  const [first] = variants;
  if ([schema, ...variants].some((one) => nameOf(one) === 'Id')) {
    return {
      ...common,
      kind: 'reference',
      variants: variants.flatMap((variant) => newRecords(document, variant)),
    };
  }
  if (variants.length !== 1 || first === undefined) return { ...common, kind: 'json' };
  if (nameOf(first) === 'FreeFormObject') return { ...common, kind: name === 'extract' ? 'extract' : 'json' };
  const inner = resolved(document, first);
  const shape = shapeOf(document, inner, outer);
  const isSecret = isText(shape) && [outer, inner].some((one) => isMarkedSecret(name, one));
  return { ...common, ...shape, ...(isSecret && { kind: 'secret' as const }) };
}

/** The label of a field without the unit in its name, and the unit in which people enter it. */
function unitOf(name: string): Pick<FormField, 'label' | 'unit' | 'scale'> {
  const [, label = name, unit] = /^(.*)_(seconds|ms)$/.exec(name) ?? [];
  return {
    label: labelOf(label),
    ...(unit !== undefined && { unit: 'seconds' }),
    ...(unit === 'ms' && { scale: 1000 }),
  };
}

/** The end of a description: limits, which the control keeps. */
const LIMITS = /^(At most|(Keys: |Values: |Each item: )?[Ff]rom) [\d.,-]+ /;

/** A description of the document in the console's words: its first sentence, and the others on request. */
function helpOf(description = ''): Pick<FormField, 'help' | 'more'> {
  const [help = '', ...others] = plain(description)
    .replaceAll(/\bcallee\b/g, 'contact')
    .split(/(?<=\.) +/)
    .filter((sentence) => !LIMITS.test(sentence));
  return { help, ...(others.length > 0 && { more: others.join(' ') }) };
}

/** A description of the API's document without its clauses about `null`, which a form does not have. */
export const plain = (help: string): string =>
  help
    .replace(/[;,] (?:absent or )?null (?:for|to|lets|takes)\b[^;.]*/g, '')
    .replace(/(?:^|(?<=\. ))null\b[^.]*\. ?/g, '')
    .replace(/(?:^|(?<=\. ))If null,[^.]*\. ?/g, '')
    .trim();

/** What a value may be, except null. A union that may be null is a variant by itself, beside null. */
function variantsOf(document: Document, schema: JsonSchema): readonly JsonSchema[] {
  const variants = (schema.anyOf ?? schema.oneOf ?? [schema]).filter((variant) => !isNull(variant));
  const [only = {}, ...others] = variants;
  const union = resolved(document, others.length === 0 ? only : {});
  return union.anyOf ?? union.oneOf ?? variants;
}

const isText = ({ kind }: Shape) => kind === 'text' || kind === 'prose';

/** Fields that hold a secret although the document does not mark them. */
export const SECRET_NAMES: readonly string[] = [
  'llm_api_key',
  'api_key',
  'telephony_auth_token',
  'signature_secret',
];

const isMarkedSecret = (name: string, { format, writeOnly }: JsonSchema) =>
  format === 'password' || writeOnly === true || SECRET_NAMES.includes(name);

/** The kinds of new record that a variant of a reference describes. */
function newRecords(document: Document, schema: JsonSchema): readonly Variant[] {
  if (nameOf(schema) === 'ExistingRecordInput') return [];
  const own = resolved(document, schema);
  if (!own.properties)
    return (own.oneOf ?? own.anyOf ?? []).flatMap((variant) => newRecords(document, variant));
  const { type, ...properties } = own.properties;
  const kind = typeof type?.const === 'string' ? type.const : undefined;
  const fields = fieldsOf(document, kind === undefined ? own : { ...own, properties });
  return [{ label: kind?.replaceAll('_', ' ') ?? 'new', type: kind, fields }];
}

/** How a value is entered. */
type Shape = Pick<
  FormField,
  'kind' | 'options' | 'minimum' | 'maximum' | 'step' | 'fields' | 'item' | 'most'
>;

/** How a value of one type is entered. */
function shapeOf(document: Document, inner: JsonSchema, outer: JsonSchema): Shape {
  if (inner.enum)
    return { kind: 'choice', options: inner.enum.filter((value) => value !== null).map(String) };
  const type =
    typesOf(inner).find((name) => name !== 'null') ?? typesOf(outer).find((name) => name !== 'null');
  switch (type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        step: type === 'integer' ? 1 : 'any',
        ...(inner.minimum !== undefined && { minimum: inner.minimum }),
        ...(inner.maximum !== undefined && { maximum: inner.maximum }),
      };
    case 'string':
      return { kind: (inner.maxLength ?? 0) >= PROSE && inner.format !== 'uri' ? 'prose' : 'text' };
    case 'array':
      return listShape(document, inner);
    case 'object':
      return inner.properties
        ? { kind: 'group', fields: fieldsOf(document, inner) }
        : mapShape(document, inner);
    default:
      return { kind: 'json' };
  }
}

function listShape(document: Document, { items = {}, maxItems }: JsonSchema): Shape {
  const item = resolved(document, items);
  if (item.enum) return { kind: 'choices', options: item.enum.map(String) };
  const isReference =
    nameOf(items) === 'Id' || (item.anyOf ?? []).some((variant) => nameOf(variant) === 'Id');
  if (isReference) return { kind: 'references' };
  return severalOf('list', fieldOf(document, 'item', items, true), maxItems);
}

/** An object of any names, whose values are of one kind. */
function mapShape(document: Document, { additionalProperties: values, maxProperties }: JsonSchema): Shape {
  if (typeof values !== 'object') return { kind: 'json' };
  return severalOf('map', fieldOf(document, 'value', values, true), maxProperties);
}

/** Items that a form cannot show one by one stay JSON together. */
function severalOf(kind: 'list' | 'map', item: FormField, most: number | undefined): Shape {
  if (item.kind === 'json' || item.kind === 'extract') return { kind: 'json' };
  return { kind, item, ...(most !== undefined && { most }) };
}

const isNull = ({ type }: JsonSchema) => type === 'null';

const typesOf = ({ type }: JsonSchema): readonly string[] =>
  typeof type === 'string' ? [type] : (type ?? []);
