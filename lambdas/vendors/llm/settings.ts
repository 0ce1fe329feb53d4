import type { Setting } from '../../platform/variables/setting.ts';
import { textCodec } from '../../platform/variables/variable.ts';

export const languageModel = {
  /** Base URL of an OpenAI-compatible API, which agents refer to as `llm_vendor_a`. */
  baseUrl: { name: 'LLM_BASE_URL', codec: textCodec, default: 'https://api.openai.com/v1' },
  model: { name: 'LLM_MODEL', codec: textCodec, default: 'gpt-4.1-mini' },
  /** Base URL of another such API for fallbacks, which agents refer to as `llm_vendor_b`. */
  vendorBBaseUrl: {
    name: 'LLM_VENDOR_B_BASE_URL',
    codec: textCodec,
    default: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
} satisfies Readonly<Record<string, Setting<string>>>;
