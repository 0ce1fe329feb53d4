import { z } from 'zod';
import { type RelaySettings, relaySettingsSchema } from './relay-settings.ts';
import { attributes, method, onlyChild } from './twiml-attributes.ts';
import { TwimlError } from './twiml-error.ts';
import type { XmlElement } from './xml-elements.ts';

export interface Connect {
  readonly verb: 'Connect';
  readonly action: string | undefined;
  readonly relay: RelaySettings;
  readonly parameters: Readonly<Record<string, string>>;
  readonly languages: readonly string[];
}

/** The vendor's error for an invalid parameter of a ConversationRelay. */
const INVALID_RELAY = 64101;

const connect = z.strictObject({ action: z.string().optional(), method });
const parameter = z.strictObject({ name: z.string().min(1), value: z.string() });
const language = z.strictObject({
  code: z.string().min(1),
  ttsProvider: z.string().optional(),
  voice: z.string().optional(),
  transcriptionProvider: z.string().optional(),
  speechModel: z.string().optional(),
});

/** Parses `<Connect>`; supports only `<ConversationRelay>`. */
export function parseConnect(element: XmlElement): Connect {
  const { action } = attributes(element, connect);
  const relay = onlyChild(element, ['ConversationRelay']);
  const parameters: Record<string, string> = {};
  const languages: string[] = [];
  for (const child of relay.children) {
    if (child.name === 'Parameter') {
      const { name, value } = attributes(child, parameter);
      parameters[name] = value;
    } else if (child.name === 'Language') {
      languages.push(attributes(child, language).code);
    } else {
      throw new TwimlError(
        12200,
        `Schema validation: <${child.name}> is not allowed in <ConversationRelay>.`,
      );
    }
  }
  return {
    verb: 'Connect',
    action,
    relay: attributes(relay, relaySettingsSchema, INVALID_RELAY),
    parameters,
    languages,
  };
}
