import { basicSetup } from 'codemirror';
import { type Mount, mountEditor } from '../editor/mount-editor.ts';

/** An editor of YAML. */
export const editYaml: Mount = (place, edited) => mountEditor(place, edited, () => basicSetup);
