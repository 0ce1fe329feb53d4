import { TokenReader, tokensOf } from '../math/tokens.ts';
import type { AlarmState } from './alarm.ts';

/** Whether a rule is met, by the states of other alarms. It asks for the states of all of them, by name or ARN. */
export type AlarmRule = (stateOf: (alarm: string) => AlarmState) => boolean;

const STATES: readonly AlarmState[] = ['ALARM', 'OK', 'INSUFFICIENT_DATA'];

/**
 * Parses the rule of a composite alarm: states of alarms, AND, OR, NOT, TRUE, FALSE and parentheses. Throws for anything
 * else. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html
 */
export function parseAlarmRule(text: string): AlarmRule {
  const reader = new TokenReader(tokensOf(quoted(text)));
  const rule = either(reader);
  reader.end();
  return rule;
}

/** A name or ARN, which may stand without quotes. */
const quoted = (text: string) =>
  text.replace(/\b(ALARM|OK|INSUFFICIENT_DATA)\s*\(\s*([^"'\s()][^()]*?)\s*\)/g, '$1("$2")');

function either(reader: TokenReader): AlarmRule {
  const rules = [both(reader)];
  while (reader.takeIf(['OR']) !== undefined) rules.push(both(reader));
  return (stateOf) => rules.map((rule) => rule(stateOf)).includes(true);
}

function both(reader: TokenReader): AlarmRule {
  const rules = [single(reader)];
  while (reader.takeIf(['AND']) !== undefined) rules.push(single(reader));
  return (stateOf) => !rules.map((rule) => rule(stateOf)).includes(false);
}

function single(reader: TokenReader): AlarmRule {
  if (reader.takeIf(['NOT']) !== undefined) {
    const rule = single(reader);
    return (stateOf) => !rule(stateOf);
  }
  if (reader.takeIf(['(']) !== undefined) {
    const rule = either(reader);
    reader.expect(')');
    return rule;
  }
  const { value: word } = reader.take();
  if (word === 'TRUE' || word === 'FALSE') return () => word === 'TRUE';
  const state = STATES.find((each) => each === word);
  if (!state) throw new Error(`"${word}" in a rule of alarms is not known to the local runtime`);
  reader.expect('(');
  const { value: alarm } = reader.take();
  reader.expect(')');
  return (stateOf) => stateOf(String(alarm)) === state;
}
