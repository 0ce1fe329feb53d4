import type { CSSProperties } from 'react';

/** Gives the mark of an element a colour of the style sheet. */
export const colourOf = (colour: string): CSSProperties => ({ ['--colour' as string]: colour });
