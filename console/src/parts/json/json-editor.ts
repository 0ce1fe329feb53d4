import { json } from '@codemirror/lang-json';
import { basicSetup } from 'codemirror';
import { type Mount, mountEditor } from '../editor/mount-editor.ts';

/** An editor of JSON. */
export const editJson: Mount = (place, edited) => mountEditor(place, edited, () => [basicSetup, json()]);
