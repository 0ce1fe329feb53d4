import type { Line } from './callee-config.ts';

/** What a callee says whom nobody has told what to say: somebody who books an appointment. */
export const defaultScript: Line[] = [
  { say: 'Hello, I would like to book an appointment.' },
  { say: 'Tuesday would suit me.' },
  { say: 'At three in the afternoon, please.' },
  { say: 'My name is Anna Berger.' },
  { say: 'Yes, that is right.' },
  { say: 'Thank you, goodbye.' },
];
