import { type CallAction, isRequest } from './action.ts';

type NamedAction = Pick<CallAction, 'type' | 'config' | 'action_trigger'>;

/** What an action is called by the language model and by steps, unless another one has the name. */
export function actionName({ type, config }: Pick<NamedAction, 'type' | 'config'>): string {
  if (type === 'action_dtmf') return 'press_keys';
  return isRequest({ type }) ? externalName(config.name) : type.replace(/^action_/, '');
}

/** A valid tool name: the vendors accept letters, digits, dashes and underscores. */
function externalName(name: unknown): string {
  const valid = String(name).replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  return valid.slice(0, 60) || 'action';
}

export const isTool = ({ action_trigger }: NamedAction): boolean =>
  action_trigger?.type !== 'action_trigger_phrase_based';

/** The actions by their names: first those that are tools of the model, besides the names of other tools. */
export function actionsByName<A extends NamedAction>(
  actions: readonly A[],
  others: readonly string[] = [],
): ReadonlyMap<string, A> {
  const named = new Map<string, A>();
  const taken = new Set(others);
  for (const action of [...actions.filter(isTool), ...actions.filter((one) => !isTool(one))]) {
    const name = freeName(actionName(action), taken);
    taken.add(name);
    named.set(name, action);
  }
  return named;
}

/** A name that is not taken, with a number if need be. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  return name;
}
