import { type CopiedRequest, curlOf } from '../../api/curl.ts';

/** The languages of the examples. */
export const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const;

export type Language = (typeof LANGUAGES)[number][0];

/** A program that sends the request. The token stays out: each reads it from the environment. */
export function sampleOf(language: Language, origin: string, request: CopiedRequest): string {
  if (language === 'curl') return curlOf(origin, request);
  return language === 'python' ? pythonOf(origin, request) : typeScriptOf(origin, request);
}

/** Numbers and booleans of a query, which the client's types do not take as texts. */
const IS_TYPED = /^(true|false|0|[1-9]\d{0,14})$/;

/** With the service's own client: see docs/clients.md. */
function typeScriptOf(origin: string, { method, target, body }: CopiedRequest): string {
  const { path, query } = partsOf(target);
  const typed = Object.entries(query).map(([name, value]) => [
    name,
    IS_TYPED.test(value) ? JSON.parse(value) : value,
  ]);
  const options = {
    ...(typed.length > 0 && { query: Object.fromEntries(typed) }),
    ...(body !== undefined && { body }),
  };
  const given = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, null, 2)}` : '';
  return `// npm install phone-call-agents-client
import { createClient } from 'phone-call-agents-client';

const client = createClient({ baseUrl: ${JSON.stringify(origin)}, token: process.env.ACCESS_TOKEN });
console.log(await client.${method.toLowerCase()}(${JSON.stringify(path)}${given}));
`;
}

function pythonOf(origin: string, { method, target, body }: CopiedRequest): string {
  const { path, query } = partsOf(target);
  const lines = [
    JSON.stringify(`${origin}${path}`),
    'headers={"Authorization": f"Bearer {os.environ[\'ACCESS_TOKEN\']}"}',
    ...(Object.keys(query).length > 0 ? [`params=${pythonValue(query, 1)}`] : []),
    ...(body !== undefined ? [`json=${pythonValue(body, 1)}`] : []),
    'timeout=30',
  ];
  return `import os
import requests

response = requests.${method.toLowerCase()}(
${lines.map((line) => `    ${line},`).join('\n')}
)
print(response.status_code, response.json())
`;
}

function partsOf(target: string) {
  const { pathname, searchParams } = new URL(target, 'http://path.invalid');
  return { path: pathname, query: Object.fromEntries(searchParams) };
}

/** A value of JSON as Python writes it. A string of JSON is one of Python, too. */
function pythonValue(value: unknown, depth: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [inner, end] = ['    '.repeat(depth + 1), '    '.repeat(depth)];
  const items = Array.isArray(value)
    ? value.map((one) => pythonValue(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${end}${close}`;
}
