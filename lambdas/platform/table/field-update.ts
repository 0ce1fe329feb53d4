/** An update of an item under a condition. The condition may use `#status` for the reserved word. */
export interface FieldUpdate {
  readonly set?: Readonly<Record<string, unknown>>;
  /** Fields within fields that are objects; the other fields of these objects stay. */
  readonly setWithin?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly remove?: readonly string[];
  readonly add?: Readonly<Record<string, number>>;
  /** Elements at the end of lists, which may be absent. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  readonly condition?: string | undefined;
  /** Further names in the condition besides `#status`. */
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export function fieldUpdate({
  set = {},
  setWithin = {},
  remove = [],
  add = {},
  append = {},
  condition = '',
  names: initialNames = {},
  values = {},
}: FieldUpdate) {
  const names: Record<string, string> = { ...initialNames };
  const allValues: Record<string, unknown> = { ...values };
  const assignments = Object.entries(set).map(([field, value], index) => {
    names[`#s${index}`] = field;
    allValues[`:s${index}`] = value;
    return `#s${index} = :s${index}`;
  });
  const inner = Object.entries(setWithin).flatMap(([field, fields], outer) =>
    Object.entries(fields).map(([name, value], index) => {
      names[`#w${outer}`] = field;
      names[`#w${outer}_${index}`] = name;
      allValues[`:w${outer}_${index}`] = value;
      return `#w${outer}.#w${outer}_${index} = :w${outer}_${index}`;
    }),
  );
  const appended = Object.entries(append).map(([field, more], index) => {
    names[`#l${index}`] = field;
    allValues[`:l${index}`] = more;
    allValues[':empty'] = [];
    return `#l${index} = list_append(if_not_exists(#l${index}, :empty), :l${index})`;
  });
  const removals = remove.map((field, index) => {
    names[`#r${index}`] = field;
    return `#r${index}`;
  });
  const additions = Object.entries(add).map(([field, value], index) => {
    names[`#a${index}`] = field;
    allValues[`:a${index}`] = value;
    return `#a${index} :a${index}`;
  });
  if (condition.includes('#status')) names['#status'] = 'status';
  const assigned = [...assignments, ...inner, ...appended];
  const clauses = [
    assigned.length > 0 ? `SET ${assigned.join(', ')}` : '',
    removals.length > 0 ? `REMOVE ${removals.join(', ')}` : '',
    additions.length > 0 ? `ADD ${additions.join(', ')}` : '',
  ];
  return {
    UpdateExpression: clauses.filter(Boolean).join(' '),
    ...(condition && { ConditionExpression: condition }),
    ExpressionAttributeNames: names,
    ...(Object.keys(allValues).length > 0 && { ExpressionAttributeValues: allValues }),
  };
}

/** The condition that a counter may grow by `more`; none without a limit. */
export function atMost(
  count: string,
  limit: number | null | undefined,
  more: number,
): Pick<FieldUpdate, 'condition' | 'values'> {
  if (limit === null || limit === undefined) return {};
  const room = limit - more;
  // An item without the counter must respect the limit, too.
  const isFirst = room < 0 ? '' : `attribute_not_exists(${count}) OR `;
  return { condition: `(${isFirst}${count} <= :room_${count})`, values: { [`:room_${count}`]: room } };
}

/** The condition that an item exists with these fields as they were read; undefined for an absent field. */
export function asRead(fields: Readonly<Record<string, unknown>>) {
  const conditions = ['attribute_exists(pk)'];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const add = (path: string, value: unknown) => {
    const key = `:was${Object.keys(values).length}`;
    conditions.push(value === undefined ? `attribute_not_exists(${path})` : `${path} = ${key}`);
    if (value !== undefined) values[key] = value;
  };
  for (const [index, [field, value]] of Object.entries(fields).entries()) {
    const name = `#was${index}`;
    names[name] = field;
    if (Array.isArray(value)) {
      // Element by element: not every DynamoDB engine compares lists.
      add(`size(${name})`, value.length);
      for (const [at, element] of value.entries()) add(`${name}[${at}]`, element);
    } else if (typeof value === 'object' && value !== null) {
      for (const [at, [inner, within]] of Object.entries(value).entries()) {
        names[`${name}_${at}`] = inner;
        add(`${name}.${name}_${at}`, within);
      }
    } else add(name, value);
  }
  return { condition: conditions.join(' AND '), names, values };
}

/** The fields to set and remove to turn one item into another. */
export function changedFields(before: object, after: object): Required<Pick<FieldUpdate, 'set' | 'remove'>> {
  const former = new Map(Object.entries(before));
  const present = Object.entries(after).filter(([, value]) => value !== undefined);
  const names = new Set(present.map(([field]) => field));
  return {
    set: Object.fromEntries(present.filter(([field, value]) => former.get(field) !== value)),
    remove: [...former.keys()].filter((field) => !names.has(field)),
  };
}
