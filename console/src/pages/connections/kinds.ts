import { BrainCircuit, Database, type LucideIcon, Phone } from 'lucide-react';
import { picked } from '../../form/changes.ts';
import type { Fields, Values } from '../../form/field.ts';

/** How a kind of connection is shown and made. */
interface Kind {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Where the API has it. */
  readonly noun: 'account_connections' | 'vector_databases';
  readonly fields: Fields;
  /** The object of the API's body that has the fields. @default the body itself */
  readonly at?: 'credentials';
}

/** All kinds of connection, by the API's type. */
export const KINDS = {
  account_connection_llm: {
    name: 'Language model',
    icon: BrainCircuit,
    text: 'Agents use your account instead of the service’s.',
    noun: 'account_connections',
    at: 'credentials',
    fields: {
      llm_api_key: {
        kind: 'secret',
        label: 'API key',
        help: 'From your account at the language-model vendor.',
      },
    },
  },
  account_connection_telephony: {
    name: 'Telephony (Twilio)',
    icon: Phone,
    text: 'Calls use the numbers of your account and are billed to it.',
    noun: 'account_connections',
    at: 'credentials',
    fields: {
      telephony_account_sid: {
        label: 'Account SID',
        help: 'Starts with AC. The first page of the vendor’s console shows it.',
      },
      telephony_auth_token: {
        kind: 'secret',
        label: 'Auth token',
        help: 'Next to the account SID. It is checked with the vendor before it is stored.',
      },
    },
  },
  vector_database_vendor_a: {
    name: 'Vector database (Pinecone)',
    icon: Database,
    text: 'Agents search your knowledge for each answer.',
    noun: 'vector_databases',
    fields: {
      index: {
        label: 'Index',
        help: 'With integrated embedding, and its texts in the default namespace.',
      },
      api_environment: {
        label: 'Environment',
        help: 'The vendor’s name for it, such as us-east-1.',
      },
      api_key: { kind: 'secret', label: 'API key', help: 'Of the project with the index.' },
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ConnectionType = keyof typeof KINDS;

export const kindOf = (type: ConnectionType): Kind => KINDS[type];

/** A body of the API from what its form has. What is left out of an update stays as it is. */
export function bodyOf(type: ConnectionType, values: Values): Values {
  const { fields, at } = kindOf(type);
  const own = picked(values, Object.keys(fields));
  return { type, ...(at ? { [at]: own } : own) };
}
