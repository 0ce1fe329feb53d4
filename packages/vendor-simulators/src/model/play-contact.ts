interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** The simulated contact of a test: says what it wants, then each of its facts, then goodbye, and hangs up. */
export function playContact({ messages }: Request): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const goal = /^What you want: (.+)$/m.exec(system)?.[1] ?? '';
  const facts = [...system.matchAll(/^- (.+?): (.+)$/gm)];
  const lines = [goal, ...facts.map(([, name, value]) => `My ${name} is ${value}.`), 'Goodbye.'];
  const text = lines[messages.filter(({ role }) => role === 'assistant').length];
  return JSON.stringify({ action: text === undefined ? 'hang_up' : 'say', text: text ?? null });
}
