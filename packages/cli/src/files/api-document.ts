/** A JSON schema of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Properties that the answers have and no file needs. */
const READ_ONLY = new Set(['id', 'user_id']);

/** The schemas of the API, from the document that the service publishes. */
export class ApiDocument {
  readonly schemas: Readonly<Record<string, Schema>>;

  constructor({
    components,
  }: { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } }) {
    this.schemas = components.schemas;
  }

  /** The schema behind a reference. Keywords beside the reference apply, too. */
  resolve(schema: Schema): Schema {
    if (typeof schema.$ref !== 'string') return schema;
    const { $ref, ...own } = schema;
    const target = this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
    return target ? this.resolve({ ...target, ...own }) : own;
  }

  /** The alternative of a schema that fits a value best, or undefined if none has its type. */
  branchFor(schema: Schema, value: unknown): Schema | undefined {
    return this.branchesFor(schema, value)
      .map((branch) => ({ branch, score: isFields(value) ? scoreOf(branch, value) : 0 }))
      .sort((one, other) => other.score - one.score)[0]?.branch;
  }

  /** Whether a value may be the id of a record, and nothing else that is a text. */
  takesId(schema: Schema): boolean {
    const texts = this.branchesFor(schema, '');
    return texts.length > 0 && texts.every(({ format }) => format === 'uuid');
  }

  /** The alternatives of a schema that have a value's type. */
  branchesFor(schema: Schema, value: unknown): readonly Schema[] {
    return this.#branches(schema).filter((branch) => hasTypeOf(branch, value));
  }

  #branches(schema: Schema): readonly Schema[] {
    const resolved = this.resolve(schema);
    const options = resolved.anyOf ?? resolved.oneOf;
    return Array.isArray(options) ? options.flatMap((option) => this.#branches(option)) : [resolved];
  }
}

export const propertiesOf = ({ properties }: Schema): Readonly<Record<string, Schema>> =>
  isFields(properties) ? (properties as Readonly<Record<string, Schema>>) : {};

export const requiredOf = ({ required }: Schema): readonly string[] =>
  Array.isArray(required) ? required.map(String) : [];

/** The schema of the values of a map; undefined if an object has no other keys than its properties. */
export const mapSchemaOf = ({ additionalProperties, properties }: Schema): Schema | undefined => {
  if (isFields(additionalProperties)) return additionalProperties;
  return additionalProperties === false || properties !== undefined ? undefined : {};
};

const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;

function hasTypeOf({ type, enum: choices, const: only }: Schema, value: unknown): boolean {
  const wanted = typeOf(value);
  if (only !== undefined) return typeOf(only) === wanted;
  if (Array.isArray(choices)) return choices.some((choice) => typeOf(choice) === wanted);
  const types = [type].flat();
  return type === undefined || types.includes(wanted) || (wanted === 'integer' && types.includes('number'));
}

/** How well an object fits a schema: its constants decide, then the keys that are known, unknown and missing. */
function scoreOf(schema: Schema, value: Fields): number {
  const properties = propertiesOf(schema);
  const keys = Object.keys(value).filter((key) => !READ_ONLY.has(key));
  if (Object.keys(properties).every((key) => READ_ONLY.has(key)) && keys.length > 0 && !mapSchemaOf(schema))
    return -100;
  const constants = Object.entries(properties).filter(([, { const: only }]) => only !== undefined);
  const fit = constants.reduce((sum, [key, { const: only }]) => sum + (value[key] === only ? 50 : -50), 0);
  const known = keys.filter((key) => Object.hasOwn(properties, key)).length;
  const missing = requiredOf(schema).filter((key) => !Object.hasOwn(value, key)).length;
  return fit + 2 * known - keys.length - missing;
}
