import { v7 } from 'uuid';

/** Gives a new identifier. */
export type NewId = () => string;

/** A UUID version 7: records sort by their creation time. */
export const newId: NewId = () => v7();
