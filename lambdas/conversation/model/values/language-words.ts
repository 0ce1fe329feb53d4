import type { Language } from '../../../vendors/model/languages.ts';
import { normalizedPhrase } from '../words/normalized-phrase.ts';

/** What words mean, by the names that the tables of the languages use. */
const MEANINGS = [
  // Numbers: 0 to 19 (in Hindi to 99), the tens from 20, and others as value=word.
  'units',
  'tens',
  'others',
  // From the first on, and the last of several.
  'ordinals',
  'last',
  // What joins tens and units; words for one that are also articles; what is a digit only in a row of digits.
  'and',
  'article',
  'digit',
  'repeat',
  'point',
  'minus',
  // Signs.
  'at',
  'dot',
  'dash',
  'underscore',
  'plus',
  // Letters: their names and the words of the spelling alphabet from A to Z; what joins a letter and its word; “double” of a letter.
  'letters',
  'alphabet',
  'as',
  // Times.
  'half',
  'quarter',
  'past',
  'to',
  'less',
  'am',
  'pm',
  'night',
  'noon',
  'midnight',
  // Dates.
  'day',
  'week',
  'month',
  'next',
  'nextmonth',
  'coming',
  // Money.
  'money',
  'cents',
  // Sentences around a value, and corrections.
  'lead',
  'trail',
  'not',
  'instead',
  'end',
  'start',
] as const;
export type Meaning = (typeof MEANINGS)[number];

const NATO =
  'alfa|alpha,bravo,charlie,delta,echo,foxtrot,golf,hotel,india,juliett|juliet,kilo,lima,mike,november,oscar,papa,quebec,romeo,sierra,tango,uniform,victor,whiskey|whisky,xray,yankee,zulu';

/** Words of each language, most without accents (ß as ss), as `meaning: word|synonym,next word;`. */
const TABLES: Readonly<Record<Language, string>> = {
  en: `units: zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen;
    tens: twenty,thirty,forty|fourty,fifty,sixty,seventy,eighty,ninety; others: 100=hundred,12=dozen,1000=thousand,1000000=million;
    ordinals: first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth,thirteenth,fourteenth,fifteenth,sixteenth,seventeenth,eighteenth,nineteenth,twentieth,30=thirtieth; last: last;
    and: and; article: a|an; digit: 0=oh|o|nought; repeat: 2=double,3=triple|treble; point: point; minus: minus|negative;
    at: at the rate of|at the rate|at sign|at; dot: dot|period; dash: dash|hyphen; underscore: underscore; plus: plus;
    letters: ay,bee,cee,dee,ee,eff,gee,aitch,eye,jay,kay,ell,em,en,oh,pee,queue,ar,ess,tee,you,vee,double u,ex,why,zed|zee; alphabet: ${NATO}; as: as in|like in|like|for|as;
    half: half; quarter: quarter; past: past|after; to: to|of|before|till; am: am|in the morning|morning; pm: pm|afternoon|evening; night: at night|night|tonight; noon: noon|midday; midnight: midnight;
    day: day|days; week: week|weeks; month: month|months; next: next week; nextmonth: next month; coming: next|this|coming;
    money: $=dollar|dollars|bucks,GBP=pound|pounds|quid,EUR=euro|euros,INR=rupees; cents: cent|cents|pence|pennies;
    lead: that'd be|that would be|you can call me|call me|you can use|last name is|first name is|surname is|my name is|the name is|name is|my name|this is|you are speaking with|i am|i'm|it is|it's|that is|that's|address is|i live at|i live in|is|sure|yes|yeah|hi|hello|so|uh|um|well|email|e mail|mail|address|my; trail: all one word|all together|speaking|please|thanks|thank you|here|all lowercase|all lower case;
    not: not|isn't; instead: instead of|rather than; end: at the end|ends with|ends in|ending in|the last digits are|last digits|last; start: at the start|at the beginning|starts with|begins with`,
  es: `units: cero,uno|un|una,dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,once,doce,trece,catorce,quince,dieciseis,diecisiete,dieciocho,diecinueve;
    tens: veinte|veinti,treinta,cuarenta,cincuenta,sesenta,setenta,ochenta,noventa; others: 100=cien|ciento,1000=mil,1000000=millon|millones,200=doscientos|doscientas,300=trescientos|trescientas,400=cuatrocientos|cuatrocientas,500=quinientos|quinientas,600=seiscientos|seiscientas,700=setecientos|setecientas,800=ochocientos|ochocientas,900=novecientos|novecientas,21=veintiun;
    ordinals: primero|primera|primer,segundo|segunda,tercero|tercera|tercer,cuarto|cuarta,quinto|quinta; last: ultimo|ultima;
    and: y; article: un|una; repeat: 2=doble,3=triple; point: coma|punto; minus: menos;
    at: arroba; dot: punto; dash: guion medio|guion; underscore: guion bajo; plus: mas;
    letters: a,be,ce,de,e,efe,ge,hache,i,jota,ka,ele,eme,ene,o,pe,cu,erre|ere,ese,te,u,uve|ve,doble u|uve doble|doble ve,equis,i griega|ye,zeta; alphabet: antonio,barcelona,carmen,dolores,enrique,francia,gerona,historia,inés,josé,kilo,lorenzo,madrid,navarra,oviedo,parís,querido,ramón,sábado,tarragona,ulises,valencia,washington,xiquena,yegua,zaragoza; as: de|como;
    half: media; quarter: cuarto; to: para las|para la; less: menos; am: de la manana|por la manana|de la madrugada; pm: de la tarde|por la tarde; night: de la noche|por la noche; noon: mediodia; midnight: medianoche;
    day: dia|dias; week: semana|semanas; month: mes|meses; next: proxima semana|semana que viene|semana proxima; nextmonth: proximo mes|mes que viene|mes proximo; coming: que viene|proximo|proxima|este;
    money: EUR=euro|euros,$=dolar|dolares,MXN=peso|pesos,GBP=libra|libras; cents: centimo|centimos|centavo|centavos;
    lead: hola|si|le habla|habla|mi nombre es|me llamo|soy|es|vivo en la|vivo en|mi correo es|mi direccion es|correo|con|eh; trail: por favor|gracias|todo en minusculas|todo junto;
    not: no es|no; instead: en vez de|en lugar de; end: al final|termina en|acaba en|terminado en; start: al principio|empieza por|empieza con`,
  de: `units: null,eins|ein|eine|einen|einem|einer,zwei|zwo,drei,vier,funf|fuenf,sechs,sieben,acht,neun,zehn,elf,zwolf|zwoelf,dreizehn,vierzehn,funfzehn,sechzehn,siebzehn,achtzehn,neunzehn;
    tens: zwanzig,dreissig,vierzig,funfzig,sechzig,siebzig,achtzig,neunzig; others: 0.5=einhalb,1.5=anderthalb,100=hundert,1000=tausend,1000000=million|millionen;
    ordinals: erste,zweite,dritte,vierte,funfte,sechste,siebte,achte,neunte,zehnte,elfte,zwolfte,dreizehnte,vierzehnte,funfzehnte,sechzehnte,siebzehnte,achtzehnte,neunzehnte,zwanzigste,30=dreissigste; last: letzte|letzten|letzter|letztes;
    and: und; article: ein|eine|einen|einem|einer; repeat: 2=doppel|zweimal,3=dreimal; point: komma; minus: minus;
    at: at|att|aet|klammeraffe|affenschwanz; dot: punkt; dash: bindestrich|minus|strich; underscore: unterstrich; plus: plus;
    letters: a,be,ce|tse,de,e,ef,ge,ha,i,jot,ka,el,em,en,o,pe,ku,er,es,te,u,vau,we,ix,ypsilon,zett; alphabet: anton,berta,cäsar,dora,emil,friedrich,gustav,heinrich,ida,julius,kaufmann,ludwig,martha,nordpol,otto,paula,quelle,richard,samuel|siegfried,theodor,ulrich,viktor,wilhelm,xanthippe,ypsilon,zacharias; as: wie;
    half: halb; quarter: viertel; past: nach; to: vor; am: morgens|vormittags|fruh|am morgen|am vormittag; pm: nachmittags|abends|mittags|am nachmittag|am abend; night: nachts|in der nacht; noon: zwolf uhr mittags|mittag; midnight: mitternacht;
    day: tag|tage|tagen; week: woche|wochen; month: monat|monate|monaten; next: ubernachste woche|nachste woche|nachster woche|kommende woche; nextmonth: nachsten monat|nachsten monats; coming: nachsten|nachster|nachstes|diesen|kommenden;
    money: EUR=euro,$=dollar,CHF=franken,GBP=pfund; cents: cent|rappen;
    lead: hallo|guten tag|das ware dann|mein name ist|ich heisse|ich bin|hier ist|hier spricht|ich wohne in der|ich wohne in|ich wohne|meine adresse ist|ist|lautet|das ist|mail|e mail|adresse|also|ahm|ja; trail: mein name|bitte|danke|alles klein|klein geschrieben;
    not: nicht; instead: statt|anstatt; end: am ende|hinten|endet auf|zum schluss; start: am anfang|vorne|beginnt mit|fangt mit`,
  hi: `units: शून्य|जीरो,एक|वन,दो|टू,तीन|थ्री,चार|फोर,पांच|फाइव,छह|छः|छे|छ|सिक्स,सात|सेवन,आठ|एट,नौ|नाइन,दस|टेन,ग्यारह,बारह,तेरह,चौदह,पंद्रह|पन्द्रह,सोलह,सत्रह,अठारह,उन्नीस,बीस,इक्कीस,बाईस,तेईस,चौबीस,पच्चीस,छब्बीस,सत्ताईस,अट्ठाईस,उनतीस,तीस,इकतीस,बत्तीस,तैंतीस,चौंतीस,पैंतीस,छत्तीस,सैंतीस,अड़तीस,उनतालीस,चालीस,इकतालीस,बयालीस,तैंतालीस,चवालीस,पैंतालीस,छियालीस,सैंतालीस,अड़तालीस,उनचास,पचास,इक्यावन,बावन,तिरपन,चौवन,पचपन,छप्पन,सत्तावन,अट्ठावन,उनसठ,साठ,इकसठ,बासठ,तिरसठ,चौंसठ,पैंसठ,छियासठ,सड़सठ,अड़सठ,उनहत्तर,सत्तर,इकहत्तर,बहत्तर,तिहत्तर,चौहत्तर,पचहत्तर,छिहत्तर,सतहत्तर,अठहत्तर,उनासी,अस्सी,इक्यासी,बयासी,तिरासी,चौरासी,पचासी,छियासी,सत्तासी,अट्ठासी,नवासी,नब्बे,इक्यानवे,बानवे,तिरानवे,चौरानवे,पचानवे,छियानवे,सत्तानवे,अट्ठानवे,निन्यानवे;
    others: 100=सौ,1000=हजार,100000=लाख,10000000=करोड़,1.5=डेढ़,2.5=ढाई;
    ordinals: पहला|पहली|पहले,दूसरा|दूसरी|दूसरे,तीसरा|तीसरी|तीसरे,चौथा|चौथी|चौथे,पांचवां|पांचवीं; last: आखिरी|अंतिम;
    digit: 0=ओ; repeat: 2=डबल,3=ट्रिपल; point: दशमलव|पॉइंट; minus: माइनस;
    at: एट द रेट|ऐट द रेट|एट|ऐट; dot: डॉट; dash: डैश|हाइफन; underscore: अंडरस्कोर; plus: प्लस;
    letters: ए,बी,सी,डी,ई,एफ,जी,एच,आई,जे,के,एल,एम,एन,ओ,पी,क्यू,आर,एस,टी,यू,वी,डब्ल्यू,एक्स,वाई,जेड; alphabet: ${NATO}; as: फॉर|से|जैसे;
    half: साढ़े; quarter: सवा; to: पौने; am: सुबह|सवेरे; pm: शाम|दोपहर; night: रात; midnight: आधी रात;
    day: दिन; week: हफ्ते|हफ्ता|सप्ताह; month: महीने|महीना|माह; next: अगले हफ्ते|अगले सप्ताह; nextmonth: अगले महीने; coming: अगले|इस;
    money: INR=रुपये|रुपए|रुपया,$=डॉलर,EUR=यूरो; cents: पैसे|सेंट;
    lead: जी मैं|मेरा नाम|नाम|मैं|मेरा ईमेल|ईमेल|मेरा पता|है|हां; trail: है|हूं|बोल रहा हूं|बोल रही हूं;
    not: नहीं|नही; end: अंत में|आखिर में|के अंत में; start: शुरू में`,
  pt: `units: zero,um|uma,dois|duas,tres,quatro,cinco,seis,sete,oito,nove,dez,onze,doze,treze,quatorze|catorze,quinze,dezesseis,dezessete,dezoito,dezenove;
    tens: vinte,trinta,quarenta,cinquenta,sessenta,setenta,oitenta,noventa; others: 100=cem|cento,1000=mil,1000000=milhao|milhoes,200=duzentos|duzentas,300=trezentos|trezentas,400=quatrocentos|quatrocentas,500=quinhentos|quinhentas,600=seiscentos|seiscentas,700=setecentos|setecentas,800=oitocentos|oitocentas,900=novecentos|novecentas;
    ordinals: primeiro|primeira,segundo|segunda,terceiro|terceira,quarto|quarta,quinto|quinta; last: ultimo|ultima;
    and: e; article: um|uma; digit: 6=meia; repeat: 2=duplo|dobro,3=triplo; point: virgula|ponto; minus: menos;
    at: arroba; dot: ponto; dash: hifen|traco|tracinho; underscore: sublinhado|underline|underscore|traco baixo; plus: mais;
    letters: a,be,ce,de,e,efe,ge,aga,i,jota,ka|ca,ele,eme,ene,o,pe,que,erre,esse,te,u,ve,dablio|duplo ve,xis,ipsilon,ze; alphabet: ana,beatriz,carlos,daniel,eduardo,fernando,gabriel,helena,isabel,joão,kilo,lucas,maria,natália,olga,paulo,quebec,rafael,sandra,tatiana,ulisses,vítor,wagner,xavier,yara,zeca; as: de|como;
    half: meia; quarter: quarto; to: para as|para a|pras|pra; less: menos; am: da manha|de manha|da madrugada; pm: da tarde|de tarde; night: da noite|de noite; noon: meio dia; midnight: meia noite;
    day: dia|dias; week: semana|semanas; month: mes|meses; next: proxima semana|semana que vem; nextmonth: proximo mes|mes que vem; coming: que vem|proximo|proxima|esta|este;
    money: BRL=real|reais,EUR=euro|euros,$=dolar|dolares; cents: centavo|centavos|centimo|centimos;
    lead: oi|ola|pode me chamar de|me chame de|meu nome e|me chamo|eu sou o|eu sou a|sou o|sou a|eu sou|sou|aqui e o|aqui e a|e o|e a|e|moro na|moro no|meu email e|email|o meu|meu; trail: por favor|obrigado|obrigada|tudo minusculo|tudo junto;
    not: nao e|nao; instead: em vez de|no lugar de; end: no final|no fim|termina em|termina com; start: no comeco|no inicio|comeca com`,
  fr: `units: zero,un|une,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize;
    tens: vingt|vingts,trente,quarante,cinquante,soixante,septante,octante|huitante,nonante; others: 100=cent|cents,1000=mille,1000000=million|millions;
    ordinals: premier|premiere,deuxieme|second|seconde,troisieme,quatrieme,cinquieme; last: dernier|derniere;
    and: et; article: un|une; repeat: 2=double,3=triple; point: virgule; minus: moins;
    at: arobase|arobas|at; dot: point; dash: tiret|trait d'union; underscore: tiret bas|underscore|souligne|tiret du bas; plus: plus;
    letters: a,be,ce,de,e,effe,ge,hache,i,ji,ka,elle,emme,enne,o,pe,ku,erre,esse,te,u,ve,double ve|double v,ixe,i grec,zede; alphabet: anatole,berthe,célestin,désiré,eugène,françois,gaston,henri,irma,joseph,kléber,louis,marcel,nicolas,oscar,pierre,quintal,raoul,suzanne,thérèse,ursule,victor,william,xavier,yvonne,zoé; as: comme;
    half: demie|demi; quarter: quart; less: moins; am: du matin|le matin; pm: de l'apres midi|l'apres midi|du soir|ce soir; noon: midi; midnight: minuit;
    day: jour|jours; week: semaine|semaines; month: mois; next: semaine prochaine; nextmonth: mois prochain; coming: prochain|prochaine|ce;
    money: EUR=euro|euros,$=dollar|dollars,CHF=franc|francs,GBP=livre|livres; cents: centime|centimes;
    lead: bonjour|je m'appelle|mon nom est|je suis|moi c'est|c'est|j'habite au|j'habite|mon adresse est|mon adresse|mon email est|est|alors|euh|oui; trail: s'il vous plait|merci|tout en minuscules|a l'appareil;
    not: ce n'est pas|pas|non; instead: au lieu de|plutot que; end: a la fin|se termine par|finit par; start: au debut|commence par`,
  nl: `units: nul,een,twee,drie,vier,vijf,zes,zeven,acht,negen,tien,elf,twaalf,dertien,veertien,vijftien,zestien,zeventien,achttien,negentien;
    tens: twintig,dertig,veertig,vijftig,zestig,zeventig,tachtig,negentig; others: 0.5=half,100=honderd,1000=duizend,1000000=miljoen;
    ordinals: eerste,tweede,derde,vierde,vijfde,zesde,zevende,achtste,negende,tiende,elfde,twaalfde,dertiende,veertiende,vijftiende,zestiende,zeventiende,achttiende,negentiende,twintigste,30=dertigste; last: laatste;
    and: en; article: een; repeat: 2=dubbel|dubbele|tweemaal,3=driedubbel|driemaal; point: komma; minus: min|minus;
    at: apenstaartje|apestaartje|at; dot: punt; dash: streepje|koppelteken|min; underscore: laag streepje|underscore; plus: plus;
    letters: a,be,ce,de,e,ef,ge,ha,i,jee,ka,el,em,en,o,pee,ku,er,es,tee,u,vee,wee,ix,ypsilon|griekse ij,zet; alphabet: anton,bernard,cornelis,dirk,eduard,ferdinand,gerard,hendrik,izaak,johan,karel,lodewijk,maria,nico,otto,pieter,quirinius,richard,simon,theodor,utrecht,victor,willem,xantippe,ypsilon,zaandam; as: van|als in;
    half: half; quarter: kwart; past: over; to: voor; am: 's ochtends|'s morgens|in de ochtend|ochtend; pm: 's middags|'s avonds|in de middag|middag|avond; night: 's nachts; noon: tussen de middag; midnight: middernacht;
    day: dag|dagen; week: week|weken; month: maand|maanden; next: volgende week; nextmonth: volgende maand; coming: volgende|aanstaande|komende|deze;
    money: EUR=euro,$=dollar,GBP=pond; cents: cent;
    lead: hallo|goedendag|de naam is|mijn naam is|ik heet|ik ben|u spreekt met|met|het is|dat is|is|ik woon op de|ik woon in de|ik woon|mijn adres is|mijn mail is|mail|email|e mail|ja|eh; trail: alstublieft|bedankt|dank u|alles klein;
    not: niet; instead: in plaats van; end: op het eind|op het einde|aan het eind|eindigt op; start: aan het begin|begint met`,
  id: `units: nol|kosong,satu,dua,tiga,empat,lima,enam,tujuh,delapan,sembilan,sepuluh,sebelas,duabelas,tigabelas,empatbelas,limabelas,enambelas,tujuhbelas,delapanbelas,sembilanbelas;
    others: 10=puluh,100=ratus|seratus,1000=ribu|seribu,1000000=juta|sejuta;
    ordinals: pertama,kedua,ketiga,keempat,kelima; last: terakhir;
    repeat: 2=dobel|double,3=tripel|triple; point: koma; minus: minus;
    at: at|et; dot: titik|dot; dash: strip|setrip|tanda hubung; underscore: garis bawah|underscore; plus: plus;
    letters: a,be,ce,de,e,ef,ge,ha,i,je,ka,el,em,en,o,pe,ki,er,es,te,u,fe|ve,we,eks,ye,zet; alphabet: ${NATO}; as: seperti|untuk;
    half: setengah; quarter: seperempat; less: kurang; am: pagi; pm: sore|siang|petang; night: malam; noon: tengah hari; midnight: tengah malam;
    day: hari; week: minggu; month: bulan; next: minggu depan; nextmonth: bulan depan; coming: depan|ini;
    money: IDR=rupiah|perak,$=dolar,EUR=euro; cents: sen;
    lead: halo|panggil saja|panggil|nama saya|saya|ini dengan|dengan|adalah|alamat saya|email saya|email|ini|ya; trail: terima kasih|ya|huruf kecil semua;
    not: bukan; instead: daripada; end: di akhir|akhirnya|belakangnya; start: di awal|awalnya|depannya`,
  it: `units: zero,uno|un|una,due,tre,quattro,cinque,sei,sette,otto,nove,dieci,undici,dodici,tredici,quattordici,quindici,sedici,diciassette,diciotto,diciannove;
    tens: venti|vent,trenta|trent,quaranta|quarant,cinquanta|cinquant,sessanta|sessant,settanta|settant,ottanta|ottant,novanta|novant; others: 100=cento|cent,1000=mille|mila,1000000=milione|milioni;
    ordinals: primo|prima,secondo|seconda,terzo|terza,quarto|quarta,quinto|quinta; last: ultimo|ultima|l'ultimo|l'ultima;
    and: e; article: un|una; repeat: 2=doppio|doppia,3=triplo|tripla; point: virgola|punto; minus: meno;
    at: chiocciola|at; dot: punto; dash: trattino|meno; underscore: trattino basso|underscore; plus: piu;
    letters: a,bi,ci,di,e,effe,gi,acca,i,i lunga,kappa,elle,emme,enne,o,pi,cu,erre,esse,ti,u,vu|vi,doppia vu|vu doppia,ics,ipsilon|i greca,zeta; alphabet: ancona,bologna,como,domodossola,empoli,firenze,genova,hotel,imola,jolly,kappa,livorno,milano,napoli,otranto,padova,quarto,roma,savona,torino,udine,venezia,washington,xilofono,yacht,zara; as: di|come;
    half: mezza|mezzo; quarter: quarto; to: alle|all'; less: meno; am: di mattina|del mattino|della mattina|mattina; pm: del pomeriggio|di pomeriggio|pomeriggio|di sera|della sera|sera; night: di notte; noon: mezzogiorno; midnight: mezzanotte;
    day: giorno|giorni; week: settimana|settimane; month: mese|mesi; next: prossima settimana|settimana prossima; nextmonth: prossimo mese|mese prossimo; coming: prossimo|prossima|questo|questa;
    money: EUR=euro,$=dollaro|dollari,CHF=franco|franchi|franchi svizzeri,GBP=sterlina|sterline; cents: centesimo|centesimi;
    lead: buongiorno|allora|qui parla|parla|mi chiamo|il mio nome e|io sono|sono|abito in|la mia mail e|la mia email e|il mio indirizzo e|mail|email|e|ecco|si; trail: per favore|grazie|tutto minuscolo|tutto attaccato;
    not: non e|non|no; instead: invece di|al posto di; end: alla fine|finisce con|finisce per; start: all'inizio|inizia con|comincia con`,
  ja: `units: ゼロ|〇|零|れい|まる,一|いち,二|に,三|さん,四|よん|し,五|ご,六|ろく,七|なな|しち,八|はち,九|きゅう|く; others: 10=十|じゅう,100=百|ひゃく,1000=千|せん,10000=万|まん,100000000=億;
    ordinals: 一番目|最初|一つ目,二番目|二つ目,三番目|三つ目,四番目|四つ目,五番目; last: 最後;
    digit: 0=オー; repeat: 2=ダブル; point: 点; minus: マイナス;
    at: アットマーク|アット; dot: ドット; dash: ハイフン; underscore: アンダーバー|アンダースコア; plus: プラス;
    letters: エー,ビー,シー,ディー,イー,エフ,ジー,エイチ,アイ,ジェー,ケー,エル,エム,エヌ,オー,ピー,キュー,アール,エス,ティー,ユー,ブイ,ダブリュー,エックス,ワイ,ゼット;
    half: 半; am: 午前|朝; pm: 午後|夕方|夜; noon: 正午|お昼; midnight: 深夜零時;
    day: 日; week: 週間; month: か月|ヶ月; next: 来週; nextmonth: 来月; coming: 今週|次の;
    money: JPY=円,$=ドル,EUR=ユーロ; cents: セント;
    lead: 私は|名前は|住所は|メールは|えっと|はい; trail: と申します|と言います|といいます|でお願いします|をお願いします|お願いします|になります|です|だ;
    not: じゃなくて|ではなくて|ではなく; end: 最後は|最後が|末尾は|末尾が; start: 最初は|最初が`,
  ko: `units: 공|영|제로,일|하나|한,이|둘|두,삼|셋|세,사|넷|네,오|다섯,육|륙|여섯,칠|일곱,팔|여덟,구|아홉,0=빵;
    others: 10=십|열,100=백,1000=천,10000=만,100000000=억,20=스물|스무,30=서른,40=마흔,50=쉰;
    ordinals: 첫 번째|첫번째,두 번째|두번째,세 번째|세번째,네 번째|네번째,다섯 번째|다섯번째; last: 마지막;
    article: 네|한; repeat: 2=더블; point: 점; minus: 마이너스;
    at: 골뱅이|앳; dot: 닷|점; dash: 하이픈|대시; underscore: 언더바|언더스코어; plus: 플러스;
    letters: 에이,비,씨|시,디,이,에프,지,에이치,아이,제이,케이,엘,엠,엔,오,피,큐,알,에스,티,유,브이,더블유,엑스,와이,제트;
    half: 반; am: 오전|아침|새벽; pm: 오후|저녁|낮; night: 밤; noon: 정오; midnight: 자정;
    day: 일; week: 주; month: 개월|달; next: 다다음 주|다음 주|다음주; nextmonth: 다음 달|다음달; coming: 이번 주|이번|다음;
    money: KRW=원,$=달러,EUR=유로; cents: 센트;
    lead: 제 이름은|저는|이름은|주소는|이메일은|메일은|네|음; trail: 이라고 합니다|라고 합니다|입니다|이에요|예요|이요|요;
    not: 말고|아니라|아니고; end: 끝은|끝이|마지막은|뒤는; start: 처음은|앞은`,
};

/** Words as the tables have them: in lower case, without accents, Devanagari digits as 0 to 9. */
export const foldedWords = (text: string): string =>
  normalizedPhrase(text)
    .replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F\u093C]/g, '')
    .replaceAll('\u0901', '\u0902')
    .normalize('NFC');

type Words = readonly (readonly string[])[];

const tables = new Map<Language, ReadonlyMap<string, Words>>();

/** The words of a meaning, each with its synonyms. */
export function wordsFor(language: Language, meaning: Meaning): Words {
  const table = tables.get(language) ?? readTable(language);
  tables.set(language, table);
  return table.get(meaning) ?? [];
}

const readTable = (language: Language): ReadonlyMap<string, Words> =>
  new Map(
    foldedWords(TABLES[language])
      .split(';')
      .map((entry) => {
        const [meaning = '', words = ''] = entry.split(': ');
        return [meaning.trim(), words.split(',').map((word) => word.trim().split('|'))] as const;
      }),
  );

/** The spelling alphabet as it is spoken, from A to Z. */
export const alphabetOf = (language: Language): readonly string[] =>
  (/alphabet: ([^;]*)/.exec(TABLES[language])?.[1] ?? '').split(',').map((word) => word.split('|')[0] ?? '');

/** Each word of a meaning with its value: what precedes `=`, or its place in the list. */
export const valuesFor = (language: Language, meaning: Meaning): readonly (readonly [string, string])[] =>
  wordsFor(language, meaning).flatMap((synonyms, index) => {
    const [first = '', value = String(index)] = (synonyms[0] ?? '').split('=').reverse();
    return [first, ...synonyms.slice(1)].map((word) => [word, value] as const);
  });

interface Phrases {
  readonly pattern: RegExp;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

const phrases = new Map<string, Phrases>();

function phrasesFor(language: Language, meanings: readonly Meaning[]): Phrases {
  const key = `${language} ${meanings.join()}`;
  const known = phrases.get(key);
  if (known) return known;
  const listed = meanings.flatMap((meaning) =>
    valuesFor(language, meaning).map(([phrase]) => [phrase, meaning] as const),
  );
  const pattern = literally(
    language,
    listed.map(([phrase]) => phrase),
  );
  // The first meaning of a phrase counts.
  const made = { pattern, meanings: new Map(listed.reverse()) };
  phrases.set(key, made);
  return made;
}

/** Matches each whole phrase of these meanings, longest first. */
export const phrasesOf = (language: Language, ...meanings: readonly Meaning[]): RegExp =>
  phrasesFor(language, meanings).pattern;

/** Characters for private use stand for meanings. */
const FIRST_MARK = 0xe000;
const markOf = (meaning: Meaning) => String.fromCharCode(FIRST_MARK + MEANINGS.indexOf(meaning));

/** Folded words with a mark for each phrase of these meanings. */
export function marked(text: string, language: Language, ...meanings: readonly Meaning[]): string {
  const { pattern, meanings: meaningOf } = phrasesFor(language, meanings);
  return text.replace(pattern, (phrase) => {
    const meaning = meaningOf.get(phrase) ?? meaningOf.get(phrase.replaceAll('-', ' '));
    return meaning ? ` ${markOf(meaning)} ` : phrase;
  });
}

/** What a mark stands for, or a word that is written together with others. */
export const meaningOf = (word: string, language: Language, ...meanings: readonly Meaning[]) =>
  meanings.find(
    (meaning) => word === markOf(meaning) || valuesFor(language, meaning).some(([name]) => name === word),
  );

/** Matches these phrases as whole words; in Japanese anywhere, in Korean with a particle after them. */
export function literally(language: Language, words: readonly string[]): RegExp {
  const alternatives = [...words]
    .sort((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[ -]'));
  const before = language === 'ja' ? '' : '(?<![\\p{L}\\p{M}\\p{N}])';
  const after = language === 'ja' || language === 'ko' ? '' : '(?![\\p{L}\\p{M}\\p{N}])';
  return new RegExp(`${before}(?:${alternatives.join('|') || '(?!)'})${after}`, 'gu');
}
