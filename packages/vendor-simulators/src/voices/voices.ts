import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { toneMp3 } from '../carrier/recordings/tones.ts';
import { speechMs } from '../carrier/relay/speech.ts';
import {
  answerJson,
  type Exchange,
  HttpError,
  type RunningServer,
  readBody,
  route,
  startHttpServer,
} from '../http/http-server.ts';

const polly = z.object({
  Engine: z.enum(['standard', 'neural', 'generative', 'long-form']).default('standard'),
  OutputFormat: z.literal('mp3'),
  SampleRate: z.enum(['8000', '16000', '22050', '24000']).optional(),
  LanguageCode: z.string().optional(),
  Text: z.string().min(1).max(3000),
  VoiceId: z.string(),
});

const elevenLabs = z.object({
  text: z.string().min(1),
  model_id: z.string().startsWith('eleven_'),
  voice_settings: z.object({ stability: z.number(), similarity_boost: z.number() }).partial().optional(),
});

/** A voice whose name begins like this is refused, as the vendors refuse an unknown one. */
const UNKNOWN = /^unsupported/i;

/** Keys that are refused. */
const WRONG_KEY = 'wrong';

/**
 * Starts Amazon Polly's `SynthesizeSpeech` and ElevenLabs' text to speech. They speak by espeak-ng where it is
 * installed, in WAV; elsewhere they hum for as long as the words take, in MP3. Checks no signatures.
 */
export function startVoices(): Promise<RunningServer> {
  return startHttpServer([
    route('POST', '/v1/speech', async ({ body, response }) => {
      const { VoiceId, Text } = readBody(body, polly, (message) => refusal(400, { message }));
      if (UNKNOWN.test(VoiceId)) {
        response.setHeader('x-amzn-errortype', 'ValidationException');
        answerJson(response, 400, {
          message: `1 validation error detected: Value '${VoiceId}' at 'voiceId'`,
        });
      } else await speak(response, VoiceId, Text);
    }),
    route('POST', '/v1/text-to-speech/{voice}', async ({ body, headers, params, response }) => {
      const { voice = '' } = params;
      const key = headers['xi-api-key'];
      if (key === undefined || key === WRONG_KEY)
        throw refusal(401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } });
      const { text } = readBody(body, elevenLabs, (message) => refusal(422, { detail: { message } }));
      if (UNKNOWN.test(voice))
        throw refusal(404, {
          detail: { status: 'voice_not_found', message: 'A voice for this id was not found.' },
        });
      await speak(response, voice, text);
    }),
  ]);
}

const refusal = (status: number, body: unknown) => new HttpError(status, body);

const run = promisify(execFile);

/** Largest WAV in bytes: 3,000 characters take some three minutes at 44 kB a second. */
const MAX_BYTES = 20_000_000;

async function speak(response: Exchange['response'], voice: string, text: string): Promise<void> {
  // Other voices have another pitch: 0 to 99.
  const pitch = String(20 + ([...voice].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 60));
  const words = ['-p', pitch, '--stdout', '--', text];
  const spoken = await run('espeak-ng', words, { encoding: 'buffer', maxBuffer: MAX_BYTES }).catch(
    () => undefined,
  );
  const ms = speechMs(text);
  const audio = spoken?.stdout ?? toneMp3(ms, [{ by: 'agent', fromMs: 0, untilMs: ms }]);
  response.writeHead(200, {
    'content-type': spoken ? 'audio/wav' : 'audio/mpeg',
    'x-amzn-requestcharacters': String(text.length),
  });
  response.end(audio);
}
