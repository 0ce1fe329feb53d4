import { describe, expect, it } from 'vitest';
import { isOtherLanguage } from '../../../lambdas/conversation/model/written-language.ts';
import type { Language } from '../../../lambdas/vendors/model/languages.ts';

const SUMMARIES: Readonly<Record<Language, string>> = {
  en: 'The caller wanted a table for two on Tuesday, and the agent booked it. They were happy with the time.',
  es: 'La persona quería una mesa para dos el martes, y el agente la reservó. La llamada terminó con las gracias por la ayuda.',
  de: 'Der Anrufer wollte einen Tisch für zwei am Dienstag. Die Reservierung wurde gemacht, und er ist mit der Zeit zufrieden.',
  hi: 'कॉल करने वाले ने मंगलवार को दो लोगों के लिए मेज़ माँगी, और एजेंट ने उसे बुक किया।',
  pt: 'A pessoa queria uma mesa para dois na terça, e o agente fez a reserva. Não foi preciso mais, e ele agradeceu com os melhores votos.',
  fr: 'La personne voulait une table pour deux le mardi, et l’agent a fait la réservation. Elle est contente des horaires et du service.',
  nl: 'De beller wilde een tafel voor twee op dinsdag, en het werd geboekt. Hij heeft niet meer gevraagd en is met het tijdstip blij.',
  id: 'Penelepon ingin meja untuk dua orang pada hari Selasa, dan agen telah memesan itu. Tidak ada permintaan lain dari dia.',
  it: 'La persona voleva un tavolo per due di martedì, e il servizio ha fatto la prenotazione. Non ha chiesto altro che una conferma della data.',
  ja: '電話をかけた人は火曜日に二人の席を予約したいと言い、担当者が予約しました。',
  ko: '전화한 사람은 화요일에 두 명 자리를 원했고, 상담원이 예약했습니다.',
};
const LANGUAGES = Object.keys(SUMMARIES) as Language[];

describe('a text', () => {
  it.each(LANGUAGES)('in another language is detected where %s is expected', (language) => {
    const others = LANGUAGES.filter((other) => isOtherLanguage(SUMMARIES[other], language));

    expect(others).toEqual(LANGUAGES.filter((other) => other !== language));
  });

  it.each([
    'Anna Berger, 030 1234',
    'OK.',
    'ID 4711',
    '',
  ])('is not judged if it is too short: “%s”', (text) => {
    expect(isOtherLanguage(text, 'en')).toBe(false);
  });
});
