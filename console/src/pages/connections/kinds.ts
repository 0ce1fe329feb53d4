import { BrainCircuit, Database, type LucideIcon, Phone } from 'lucide-react';

/** A field of a connection that people enter. */
interface ConnectionField {
  /** Its names in the API's body, from the outside in. */
  readonly path: readonly string[];
  readonly label: string;
  readonly help: string;
  readonly isSecret?: boolean;
}

/** How a kind of connection is shown and made. */
interface Kind {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly text: string;
  /** Where the API has it. */
  readonly noun: 'account_connections' | 'vector_databases';
  readonly fields: readonly ConnectionField[];
}

/** All kinds of connection, by the API's type. */
export const KINDS = {
  account_connection_llm: {
    name: 'Language model',
    icon: BrainCircuit,
    text: 'Agents use your account instead of the service’s.',
    noun: 'account_connections',
    fields: [
      {
        path: ['credentials', 'llm_api_key'],
        label: 'API key',
        help: 'From your account at the language-model vendor.',
        isSecret: true,
      },
    ],
  },
  account_connection_telephony: {
    name: 'Telephony (Twilio)',
    icon: Phone,
    text: 'Calls use the numbers of your account and are billed to it.',
    noun: 'account_connections',
    fields: [
      {
        path: ['credentials', 'telephony_account_sid'],
        label: 'Account SID',
        help: 'Starts with AC. The first page of the vendor’s console shows it.',
      },
      {
        path: ['credentials', 'telephony_auth_token'],
        label: 'Auth token',
        help: 'Next to the account SID. It is checked with the vendor before it is stored.',
        isSecret: true,
      },
    ],
  },
  vector_database_vendor_a: {
    name: 'Vector database (Pinecone)',
    icon: Database,
    text: 'Agents search your knowledge for each answer.',
    noun: 'vector_databases',
    fields: [
      {
        path: ['index'],
        label: 'Index',
        help: 'With integrated embedding, and its texts in the default namespace.',
      },
      {
        path: ['api_environment'],
        label: 'Environment',
        help: 'The vendor’s name for it, such as us-east-1.',
      },
      { path: ['api_key'], label: 'API key', help: 'Of the project with the index.', isSecret: true },
    ],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ConnectionType = keyof typeof KINDS;

export const kindOf = (type: ConnectionType): Kind => KINDS[type];

/** What was entered, by the label of its field. */
export type Entered = Readonly<Record<string, string>>;

/** A body of the API from what was entered, field by field. An update leaves out what is empty: it stays as it is. */
export function bodyFrom(type: ConnectionType, entered: Entered, isUpdate = false): object {
  const body: Record<string, unknown> = { type };
  for (const { path, label } of kindOf(type).fields) {
    const [outer = '', inner] = path;
    const text = (entered[label] ?? '').trim();
    const value = isUpdate ? text || undefined : text;
    body[outer] = inner === undefined ? value : { ...Object(body[outer]), [inner]: value };
  }
  return body;
}

/** What a form begins with to change this connection: all but its secrets. */
export const enteredOf = (connection: { readonly type: ConnectionType }): Entered =>
  Object.fromEntries(
    kindOf(connection.type)
      .fields.filter(({ isSecret }) => !isSecret)
      .map(({ path, label }) => {
        const value = path.reduce<unknown>((outer, name) => Reflect.get(Object(outer), name), connection);
        return [label, String(value ?? '')];
      }),
  );
