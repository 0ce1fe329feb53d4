import type { Values } from './schema-form.tsx';

/** The fields of a value; none of what is no object. */
export const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? { ...value } : {};
