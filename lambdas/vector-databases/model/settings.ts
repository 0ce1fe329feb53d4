import type { Setting } from '../../platform/variables/setting.ts';
import { textCodec } from '../../platform/variables/variable.ts';

export const vectorDatabase = {
  /** Base URL of the vector-database vendor's control plane. */
  apiUrl: { name: 'VECTOR_DATABASE_API_URL', codec: textCodec, default: 'https://api.pinecone.io' },
} satisfies Readonly<Record<string, Setting<string>>>;
