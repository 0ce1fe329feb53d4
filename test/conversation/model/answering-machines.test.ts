import { describe, expect, it } from 'vitest';
import { isScreening, isVoicemailGreeting } from '../../../lambdas/conversation/model/answering-machines.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';

describe('what answers in place of a contact', () => {
  it.each<[Language, string]>([
    ['en', 'Hi, you’ve reached Anna. Please leave a message after the beep.'],
    ['en', 'The mailbox of five five five one two three is full.'],
    ['es', 'Deje su mensaje después de la señal.'],
    ['de', 'Hinterlassen Sie eine Nachricht nach dem Signalton.'],
    ['hi', 'कृपया बीप के बाद अपना संदेश छोड़ें।'],
    ['pt', 'Deixe seu recado após o sinal.'],
    ['fr', 'Vous êtes bien sur la messagerie de Paul, laissez un message après le bip.'],
    ['nl', 'Spreek een bericht in na de piep.'],
    ['id', 'Silakan tinggalkan pesan setelah nada berikut.'],
    ['it', 'Lasciate un messaggio dopo il segnale acustico.'],
    ['ja', '発信音の後にメッセージをお話しください。'],
    ['ko', '삐 소리 후 메시지를 남겨 주세요.'],
    ['de', 'The person is not available. Leave a message at the tone.'],
  ])('asks for a message, in %s: %s', (language, text) => {
    expect(isVoicemailGreeting(text, language)).toBe(true);
    expect(isScreening(text, language)).toBe(false);
  });

  it.each<[Language, string]>([
    ['en', 'If you record your name and reason for calling, I’ll see if this person is available.'],
    ['en', 'Who’s calling, please?'],
    ['de', 'Wer ist am Apparat?'],
    ['fr', 'Qui est à l’appareil ?'],
    ['ja', 'お名前とご用件をどうぞ。'],
    ['es', 'Please state your name after the tone.'],
  ])('asks who is calling, in %s: %s', (language, text) => {
    expect(isScreening(text, language)).toBe(true);
    expect(isVoicemailGreeting(text, language)).toBe(false);
  });

  it.each<[Language, string]>([
    ['en', 'Hello?'],
    ['en', 'Speaking. What is it about?'],
    ['de', 'Berger, guten Tag.'],
  ])('may be a person, in %s: %s', (language, text) => {
    expect([isVoicemailGreeting(text, language), isScreening(text, language)]).toEqual([false, false]);
  });
});
