import { isRequest } from '../../../actions/model/action.ts';
import { isObject, tryParseJson } from '../../../platform/parse-json.ts';
import type { ToolCall } from '../../../vendors/model/llm-message.ts';
import type { Tool } from './tools.ts';

/** Most requests that are made side by side. */
const MAX_BATCH = 4;

/** Tool calls in their order: those of different external actions run side by side, any other alone. */
export function batchesOf(calls: readonly ToolCall[], tools: readonly Tool[]): ToolCall[][] {
  const isExternal = ({ name }: ToolCall) =>
    tools.some((tool) => tool.name === name && isRequest(tool.action));
  const batches: ToolCall[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const joins = (batch: readonly ToolCall[]) =>
      batch.length < MAX_BATCH &&
      [call, ...batch].every(isExternal) &&
      !batch.some(({ name }) => name === call.name);
    if (last && joins(last)) last.push(call);
    else batches.push([call]);
  }
  return batches;
}

function setsOf({ arguments: given }: ToolCall): string[] {
  const values = tryParseJson(given);
  return isObject(values) ? Object.keys(values) : [];
}

/** Whether the service itself speaks before one of these calls: that it takes a moment, or the question to confirm. */
export const hasOwnWords = (calls: readonly ToolCall[], tools: readonly Tool[]): boolean =>
  tools.some(({ name, action }) => {
    if (action.type === 'set_values')
      return calls.some(
        (call) => call.name === name && setsOf(call).some((one) => action.readBack.includes(one)),
      );
    const config = isRequest(action) ? action.config : {};
    return (
      (config.speak_on_send === true || config.confirm === true) && calls.some((call) => call.name === name)
    );
  });
