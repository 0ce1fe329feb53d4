import { z } from 'zod';
import { parsed } from './judge-record.ts';
import type { Findings } from './rules.ts';

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const part = z.array(z.looseObject({ sender: z.string(), text: z.string() }));

/** The simulated analysis of a call: a question gets the value of a rule whose quotation the record contains. */
export function analyzeRecord({ messages }: Request, findings: Findings): string {
  const record = recordOf(messages);
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const questions = [...system.matchAll(/^- ((?:summary|success|sentiment|field:.+?)): /gm)];
  const answers = questions.map(([, question = '']) => {
    const found = findingIn(record, findings, question.replace(/^field:/, ''));
    return {
      question,
      value: found ? JSON.stringify(found.value) : null,
      quotations: found ? [found.quotation] : [],
    };
  });
  return JSON.stringify({ answers });
}

/** An e-mail address, dictated or typed as such. */
const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;

/** The simulated form of a call: values as in an analysis, or the contact's latest e-mail address. */
export function fillForm({ messages }: Request, fields: readonly string[], findings: Findings): string {
  const record = recordOf(messages);
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const forEmail = [...system.matchAll(/^- (.+?) \(.*?\), an e-mail address/gm)].map(([, name]) => name);
  const addresses = record.flatMap(
    ({ sender, text }) => (sender === 'human' ? text.match(EMAIL) : null) ?? [],
  );
  const values = fields.map((field) => {
    const value = findingIn(record, findings, field)?.value;
    return [field, value ?? (forEmail.includes(field) ? addresses.at(-1) : null) ?? null];
  });
  return JSON.stringify(Object.fromEntries(values));
}

const findingIn = (record: readonly { readonly text: string }[], findings: Findings, name: string) =>
  findings
    .filter(([found]) => found === name)
    .map(([, finding]) => finding)
    .find(({ quotation }) => record.some(({ text }) => text.includes(quotation)));

const recordOf = (messages: Request['messages']) =>
  messages.flatMap(({ role, content }) =>
    role === 'user' ? (part.safeParse(parsed(content)).data ?? []) : [],
  );
