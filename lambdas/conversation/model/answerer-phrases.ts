import type { Language } from '../../vendors/model/languages.ts';

/** What the first words of a call show. `tone` and `moment` are weak: others in the same words prevail. `who` and `why` screen a call only together. */
export type Cue =
  | 'message'
  | 'screener'
  | 'tone'
  | 'who'
  | 'why'
  | 'menu'
  | 'hold'
  | 'moment'
  | 'unavailable';

const DIGIT_EN = '(?:\\d|zero|one|two|three|four|five|six|seven|eight|nine|star|pound|hash)';

/** Parts of regular expressions, for words in lower case without punctuation. Machines may speak English anywhere. */
export const ANSWERER_PHRASES: Readonly<Record<Language, Readonly<Record<Cue, string>>>> = {
  en: {
    message: String.raw`(?<!to )(?:leave|record|drop|send) (?:me |us )?(?:a|an|your) (?:\S+ ){0,3}(?:message|voicemail)|leave (?:me |us )?your (?:full )?(?:name|number|details)|(?:get back to you|call you back|return your call|call you) (?:as soon as|on the next|when)|(?:come|get) to the phone|(?:unable|able|available) to (?:take|answer) your call|can'?t (?:take|answer) your call|forwarded to (?:an automated |a )?voice ?mail|automated voice messag|mailbox (?:is full|of|box|for|belonging)|mailbox (?:that )?(?:has not been|is not|hasn't been) set up|the voice ?mail (?:box )?(?:of|for|is)|leave (?:me |us )?your (?:contact )?details|be in touch|(?:not|un)able to (?:take|answer) (?:your|the)|away from (?:my|the|our) (?:phone|desk)|you know what to do`,
    screener:
      "(?:record|state|say|give me|have|tell me|provide) (?:me )?your (?:full )?name|who(?:'s| is) calling|who (?:may|shall|should|can) i say|reason for (?:your call|calling|the call)|why (?:you're|you are) calling|call(?:er)? screening|screening service|call assistant|(?:what is|what's) (?:this|it|your call|the call) (?:regarding|concerning|in reference|in regard)",
    tone: "(?:after|at|following|wait for) the (?:tone|beep|signal)|you(?:'ve| have) reached|office is (?:currently |now )?closed|outside (?:of )?(?:our )?(?:business|office|opening) hours",
    who: 'who (?:are you|you are|is this|am i (?:speaking|talking)|is (?:calling|speaking)|you represent)|your (?:full )?name',
    why: "what (?:is |'s )?(?:this|it|your call)(?:'s| is)? (?:about|regarding|concerning)|what(?:'s| is) (?:this|it) about|what (?:you(?:'re| are) calling|you(?:'d| would) like)|why (?:are you|you(?:'re| are)|do you)|reason|purpose|the nature of|what do you (?:want|need)",
    menu: String.raw`(?:press|dial|enter|push|say or press) (?:the )?${DIGIT_EN}|(?:our |the )?menu options|main menu|following options|party's extension|enter your \S+ (?:\S+ )?number|call (?:may|will|might) be (?:recorded|monitored)|touch[- ]tone|extension number|automated attendant|to hear (?:this|these) .{0,20}again`,
    hold: String.raw`(?:stay|remain|hold|wait) on the line|please (?:hold|stand by|wait)|hold the line|(?:put|patch) you (?:right )?through|(?:connect|transfer)(?:ing)? you|(?:agents|representatives|operators|lines|specialists|advisors) are (?:\S+ )?(?:busy|assisting|helping|engaged)|your call (?:is important|is very important|will be answered|is being)|next available|(?:see|check|find out) (?:if|whether) (?:they|this person|he|she|\S+ is)(?:'re|'s| is| are)? available|thank you for (?:your patience|holding|waiting)|(?:on|in) hold|connecting you|transferring you|(?:someone|we)(?:'ll| will) be (?:right )?with you|while (?:i|we) (?:try|connect|check|transfer|get)|being connected|(?:don't|do not) hang up|(?:see|check|find out|ask) (?:if|whether) .{0,25}(?:free|available|there|around|in)(?: |$)|i'll (?:get|fetch) (?:him|her|them)`,
    moment: '(?:one|a|just a) (?:moment|second|sec|minute|min)|hang on|hold on|bear with me',
    unavailable:
      "(?:number|person|customer|subscriber|party|user|line) (?:that )?you(?: have| are| were|'re|'ve)? (?:dialed|dialled|called|calling|trying to (?:reach|call))|call (?:cannot|can not|can't|could not|did not|will not) (?:be (?:completed|connected|placed)|go through)|(?:number|line|subscriber|customer|mobile) .{0,60}(?:not (?:in service|valid|reachable|recognized|active|available)|no longer|disconnected|out of service|switched off|turned off|unreachable|unavailable|invalid|busy)|outside the coverage|try (?:your call |calling )?again later|check the number|hang up and (?:try|dial)|number .{0,60}(?:been changed|not exist)|phone is (?:switched|turned)|(?:switched|turned) off or|no longer (?:active|available)|not (?:able|possible) to connect your call|unable to connect",
  },
  es: {
    message: String.raw`(?:deje|deja|dejar|déjame|déjanos|déjenos|déjeme|dejarme|dejarnos) (?:\S+ ){0,3}(?:mensaje|recado|nombre|datos|teléfono)|(?:grabe|graba|grabar) (?:su|tu|un) (?:mensaje|recado)|buzón (?:de voz )?(?:de voz |está |de |del )(?:lleno|\S+)|(?:el|de) contestador (?:automático )?(?:de|del|automático)|devolveremos (?:la|su|tu) llamada|(?:te|le) (?:llamaré|llamaremos|llamo) (?:en cuanto|lo antes)|no (?:puedo|podemos) (?:atender(?:te|le|lo)?|contestar) (?:ahora|en este|su|tu|la|el)|(?:deja|deje|dejar) (?:\S+ ){0,4}(?:mensaje|recado)`,
    screener:
      'de parte de quién|quién (?:le |lo |la )?llama|a quién (?:debo )?anunci|motivo de (?:su|la|tu) llamada|(?:diga|di|dime|dígame|dices|indique|indica|grabe|grabas|digas) (?:su|tu) nombre|por qué (?:llama|está llamando|estás llamando)|filtr(?:o|ado|a|ar) (?:de |sus |las )?llamadas',
    tone: '(?:después|luego) (?:de (?:oír |escuchar )?la señal|del? (?:oír |escuchar )?(?:el )?(?:tono|pitido|bip))|al (?:oír|escuchar|sonar) (?:la señal|el tono|el pitido)|tras (?:la señal|el tono|el pitido)|fuera de (?:nuestro )?horario|oficinas (?:están|se encuentran) cerrad|cuando (?:oiga|oigas|escuche|escuches|suene) (?:la|el) (?:señal|tono|pitido|bip)',
    who: 'quién (?:es|habla|llama|eres|está)|(?:su|tu) nombre|con quién|cómo se llama|de (?:qué|cuál) empresa',
    why: 'para qué|de qué (?:se trata|quiere|asunto)|por qué|qué (?:desea|quiere|necesita)|motivo|asunto|sobre qué|a qué se debe',
    menu: String.raw`(?:marque|pulse|oprima|presione|digite|teclee) (?:el |la |la tecla )?(?:\d|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|cero|asterisco|almohadilla|numeral)|número de extensión|la extensión|menú principal|siguientes opciones|llamada (?:puede|podrá|podría|será|va a) (?:ser )?(?:grabad|monitor)|(?:marque|pulse|oprima|presione|digite|teclee) (?:\S+ ){1,3}(?:\d|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|cero|asterisco|almohadilla)`,
    hold: String.raw`(?:permanezca|manténgase|espere|siga|aguarde) (?:a la espera|en (?:la )?línea|en espera|al teléfono)|no cuelgue|(?:ahora|ya|enseguida) (?:le|lo|la|te|se) (?:lo |la )?(?:paso|comunico|pongo)|(?:le|lo|la) (?:transfiero|comunico con|paso con)|(?:agentes|operadores|asesores|líneas|ejecutivos) (?:\S+ )?(?:están|se encuentran) (?:\S+ )?ocupad|su llamada es (?:muy )?importante|(?:en breve|enseguida) (?:le|será) atend|no se retire|(?:dejo|pongo|está) en espera|le (?:pongo|comunico|transfiero|paso) (?:con|en|a)|su paciencia|(?:miro|veo|compruebo|verifico|consulto|pregunto) si|(?:estamos |estoy )?(?:localizando|buscando) a|(?:voy a|vamos a) (?:ver si|avisar|buscar)|(?:la|lo|le) aviso`,
    moment: 'un (?:momento|momentito|segundo|segundito|minuto|ratito)|(?:espere|aguarde|permítame)(?: un|$)',
    unavailable:
      '(?:número|línea|llamada|cliente|usuario|abonado|teléfono|móvil|servicio|terminal) .{0,60}(?:no (?:existe|está (?:disponible|en servicio|operativ|asignad|activ)|se encuentra|puede ser|es válid|ha sido posible|contesta|responde|corresponde)|desconectad|apagado|fuera de|suspendid|inválid|restringid|ocupad)|fuera de cobertura|inténtelo (?:de nuevo |nuevamente )?más tarde|(?:compruebe|verifique) el número|no (?:podemos|es posible) (?:completar|conectar|cursar)|no tiene (?:activ|habilit)',
  },
  de: {
    message: String.raw`hinterlass(?:en|e|t) (?:\S+ ){0,4}(?:nachricht|namen|sprachnachricht|rückrufnummer)|(?:können|kannst|bitte) (?:\S+ ){0,6}nachricht (?:hinterlassen|aufsprechen)|(?:sprechen|sprich|sprecht) (?:sie |mir |uns |ihr )?(?:bitte |einfach |gerne )?(?:nach (?:dem|de)|was drauf|mir|aufs|auf (?:das|den)|ihre nachricht)|(?:mailbox|mobilbox|sprachbox) (?:von|ist voll|der|des|hat)|(?:ist|mit) (?:der|dem) (?:automatische |automatischen )?anrufbeantworter|mit der mailbox|(?:rufe|rufen) (?:\S+ ){0,3}(?:umgehend|schnellstmöglich|baldmöglichst|sobald|gerne|gern) (?:\S+ ){0,4}?zurück|wir (?:rufen|melden uns) (?:\S+ ){0,4}(?:zurück|bei ihnen)|rufe sie (?:so bald|sobald)|nicht (?:ans telefon|rangehen|persönlich erreich)`,
    screener: String.raw`wer (?:ist am apparat|ruft an|ist in der leitung)|wen (?:darf|kann|soll) ich (?:\S+ )?(?:melden|ankündigen)|mit wem (?:habe ich das vergnügen|spreche ich und)|(?:grund|anlass) (?:ihres|deines|für (?:ihren|deinen)) anruf|(?:nennen|sagen|nennst|sagst|nenne) (?:sie |mir )?(?:bitte )?(?:\S+ ton )?(?:nach dem \S+ )?(?:ihren|deinen) namen|(?:warum|weshalb|weswegen) (?:sie|du) (?:anruf|anrufst)|anruffilter|anrufe? (?:wird |werden )?gefiltert|in welcher angelegenheit`,
    tone: String.raw`nach dem (?:signalton|ton|piepton|piep|pfeifton)|außerhalb unserer|(?:büro|praxis|geschäft) ist (?:\S+ )?geschlossen|(?:mit dem|den) anschluss (?:von|der)|ans telefon gehen`,
    who: 'wer (?:sind sie|ist (?:da|dort|dran)|spricht|bist du)|(?:ihr|dein|ihren|deinen) namen?|mit wem|wer sie sind|wie (?:darf|kann|soll) ich sie|wie heißen sie|wen (?:darf|kann|soll) ich',
    why: 'worum|weswegen|weshalb|warum|um was (?:geht|es)|grund|anliegen|was (?:wollen|möchten) sie|womit|in welcher sache|was (?:ist der|wäre der)',
    menu: String.raw`(?:drücken|wählen|sagen|tippen) sie (?:bitte )?(?:die |die taste )?(?:\d|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|null|stern|raute)|(?:wählen sie|aus) (?:bitte )?(?:aus )?(?:den )?folgenden|hauptmenü|geben sie (?:bitte )?ihre \S*nummer|gespräch (?:\S+ ){0,4}aufgezeichnet|durchwahl|(?:drücken|wählen|sagen|tippen) sie (?:\S+ ){0,3}(?:\d|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|null|stern|raute)`,
    hold: String.raw`(?:bleiben|warten) sie (?:bitte )?(?:in der leitung|am apparat|dran)|bleib (?:bitte )?dran|(?:ich )?(?:verbinde|stelle) sie|werden (?:\S+ )?verbunden|(?:mitarbeiter|leitungen|plätze|berater) (?:sind|befinden|\S+ sind) (?:\S+ )?(?:im gespräch|besetzt|belegt)|nächste freie|ihr anruf ist uns wichtig|haben sie (?:bitte )?(?:etwas|einen moment|noch)? ?geduld|warteschleife|gedulden|(?:stelle|stell) sie (?:gleich |kurz |nun )?durch|gleich für sie da|für ihre geduld|bleiben sie (?:\S+ ){0,3}(?:dran|am apparat|in der leitung)|ob (?:er|sie|herr \S+|frau \S+) (?:\S+ )?(?:da|frei|zeit|erreichbar|verfügbar|am platz)|ich (?:hole|frage) (?:ihn|sie|mal)`,
    moment:
      '(?:einen|ein|kleinen|kurzen) (?:kleinen |kurzen )?(?:moment|augenblick|sekunde)|(?:moment|sekunde|augenblick)(?: mal)?(?: bitte|$)|warten sie',
    unavailable:
      'kein anschluss unter|(?:rufnummer|nummer|anschluss|teilnehmer|gesprächspartner|anruf|verbindung) .{0,60}(?:nicht (?:erreichbar|vergeben|verfügbar|bekannt|belegt|gültig|geschaltet|möglich|zustande|verbunden)|ungültig|besetzt|abgeschaltet|gesperrt)|ist (?:vorübergehend|zurzeit|derzeit) nicht (?:erreichbar|verfügbar)|(?:versuchen|probieren) sie es (?:bitte )?(?:zu einem )?(?:später|noch einmal|erneut)|überprüfen sie die|anruf kann nicht|verbindung (?:ist|kann) .{0,20}nicht|ausgeschaltet',
  },
  hi: {
    message: String.raw`(?:संदेश|मैसेज|मेसेज) (?:\S+ )?(?:छोड़(?:ें|िए|िये| दें| दीजिए| दीजिये| दो| सकते)|रिकॉर्ड)|(?:नाम|नंबर) (?:\S+ )?छोड़|वॉ?इसमेल (?:पर|में) (?:भेज|ट्रांसफर)|(?:मेलबॉक्स|वॉइसमेल) (?:\S+ )?(?:भरा|सेट)|फ़ोन नहीं उठा (?:सकत|पा)|(?:संदेश|मैसेज) छोड़ने|कॉल नहीं ले (?:सक|पा)|कॉल का (?:उत्तर|जवाब) नहीं दे`,
    screener: String.raw`कॉल करने का (?:कारण|वजह)|क्यों (?:कॉल|फ़ोन) कर|अपना (?:शुभ )?नाम (?:और \S+ )?(?:बत|बोल|रिकॉर्ड)|किस (?:काम|बारे|विषय|सिलसिले) (?:से|में) (?:कॉल|फ़ोन)|कौन (?:कॉल|फ़ोन) कर|कॉल स्क्रीनिंग`,
    tone: String.raw`(?:बीप|टोन|सिग्नल)(?: की आवाज़)? के बाद|कार्यालय (?:\S+ )?बंद|(?:बीप|टोन|सिग्नल|आवाज़) .{0,12}बाद`,
    who: 'कौन|नाम',
    why: 'किस (?:काम|बारे|सिलसिले|विषय|वजह|लिए)|क्यों|कारण|वजह|किसलिए|क्या काम',
    menu: String.raw`(?:\d|एक|दो|तीन|चार|पाँच|पांच|शून्य|स्टार|हैश) (?:नंबर )?(?:दबा|डायल)|मुख्य मे(?:न्यू|नू)|(?:कॉल|बातचीत) रिकॉर्ड की|(?:नंबर|बटन) दबा`,
    hold: String.raw`लाइन पर (?:बने|रह)|(?:कृपया )?(?:प्रतीक्षा|इंतज़ार) (?:करें|कीजिए)|(?:बात करा|जोड़|कनेक्ट कर|ट्रांसफर कर)(?:ता|ती|ते|ी)? ?(?:हूँ|हूं|रहा|रही|रहे|जाएगी)|सभी (?:\S+ ){0,2}व्यस्त|आपकी कॉल हमारे लिए|होल्ड पर|महत्वपूर्ण है|बने रह|(?:बुला|पूछ|देख)(?:ता|ती|ते|कर)|रुक(?:िए|ें|ो|िये)`,
    moment: '(?:एक|दो) (?:मिनट|सेकंड|क्षण|पल)|ज़रा रुक|होल्ड (?:कर|पर)|रुकिए',
    unavailable: String.raw`(?:नंबर|व्यक्ति|ग्राहक|उपभोक्ता|कॉल|सेवा|मोबाइल) .{0,80}(?:स्विच ऑफ|बंद है|मौजूद नहीं|उपलब्ध नहीं|कवरेज|व्यस्त|सेवा में नहीं|पहुँच से|पहुंच से|अमान्य|गलत है|अस्थायी|पूरी नहीं|उत्तर नहीं|जवाब नहीं)|डायल किया गया|संपर्क नहीं हो पा|आपने जो नंबर|(?:जिससे|जिसे|जिन्हें|जिस) .{0,60}(?:उत्तर|जवाब|व्यस्त|उपलब्ध नहीं|बंद|कवरेज|पहुँच|पहुंच)|(?:दोबारा|पुनः|फिर से) (?:प्रयास|डायल)|कॉल (?:\S+ ){0,3}(?:नहीं जा|नहीं लग|पूर्ण नहीं)`,
  },
  pt: {
    message: String.raw`(?:deixe|deixa|deixar|deixem) (?:\S+ ){0,3}(?:mensagem|recado|nome|contacto|contato|telefone)|(?:grave|grava|gravar) (?:seu|sua|o seu|a sua|um|uma) (?:recado|mensagem)|(?:encaminhada|transferida|direcionada) para a? ?(?:caixa|correio)|caixa postal (?:de|do|da|deste|está|cheia)|(?:correio de voz|voicemail|voice mail) (?:de|do|da)|não (?:posso|podemos|consigo|conseguimos) atender|sujeita a cobrança|retorno (?:assim|o mais|a ligação)`,
    screener:
      'quem (?:deseja|gostaria de) falar|quem está (?:falando e|ligando)|(?:qual|sobre) (?:é )?(?:o )?(?:assunto|motivo)|motivo da (?:sua )?(?:ligação|chamada)|(?:diga|disser|dizer|informe|grave|fale) (?:o )?seu nome|diga quem é|por que (?:está|você está) ligando|filtr(?:o|a|agem) (?:de |as |suas )?(?:chamadas|ligações)|da parte de quem',
    tone: '(?:após|depois d)[oe]? ?(?:o )?(?:sinal|bipe|bip|tom)|fora do (?:nosso )?horário',
    who: 'quem (?:é|fala|está|deseja|gostaria|quer)|seu nome|com quem|como (?:se chama|é (?:o )?seu nome)|qual (?:é )?(?:o )?seu nome',
    why: 'assunto|motivo|d[oe] que se trata|sobre o que|sobre o quê|por que|por quê|o que (?:deseja|quer|precisa)|a respeito',
    menu: String.raw`(?:digite|tecle|pressione|aperte|disque|marque) (?:a tecla |o |a )?(?:\d|um|dois|três|quatro|cinco|seis|sete|oito|nove|zero|asterisco|estrela|jogo)|digite (?:o )?seu|caso contrário|menu principal|seguintes opções|(?:ligação|chamada) (?:poderá|pode|será|está sendo) (?:ser )?gravada|o ramal|(?:digite|tecle|pressione|aperte|disque|marque) (?:\S+ ){1,3}(?:\d|um|dois|três|quatro|cinco|seis|sete|oito|nove|zero|asterisco|estrela)`,
    hold: String.raw`(?:aguarde|permaneça|fique|espere|continue) (?:na|em) linha|não desligue|(?:vou|irei|já vou) (?:lhe |te |o |a )?(?:transferir|passar)|(?:atendentes|operadores|agentes|ramais|assistentes) (?:\S+ )?(?:estão|encontram-se) (?:\S+ )?ocupad|(?:sua|a sua) (?:ligação|chamada) é (?:muito )?importante|aguarde(?: um| por|,|$)|em espera|transferindo|passar a (?:ligação|chamada)|(?:obrigado|agradecemos) (?:por|pela) (?:aguardar|paciência|espera)|(?:vou|deixa eu|deixe-me) (?:ver|verificar|chamar|conferir)|já (?:lhe )?(?:passo|chamo)`,
    moment:
      '(?:um|só um) (?:momento|momentinho|instante|instantinho|minuto|minutinho|segundo|segundinho)|(?:espera|espere) (?:aí|um)',
    unavailable:
      '(?:número|telefone|telemóvel|celular|chamada|ligação|cliente|usuário|assinante|linha|serviço) .{0,60}(?:não (?:existe|está (?:disponível|atribuíd|ativ|em serviço|acessível)|pode ser|foi possível|recebe|responde)|inexistente|desligad|inválid|incorret|indisponível|fora d|suspens|ocupad)|fora da área|não foi possível completar|tente (?:novamente|de novo|mais tarde)|(?:verifique|confira) o número|não (?:podemos|é possível) completar|temporariamente (?:indisponível|fora)',
  },
  fr: {
    message: String.raw`(?:laissez|laisser|laisse|laissez-moi|laissez-nous|laisse-moi|balance) (?:-?moi |-?nous )?(?:\S+ ){0,3}(?:message|nom|noms|coordonnées)|(?:enregistrez|enregistrer) votre message|(?:sur|avec) (?:la (?:messagerie|boîte vocale)|le répondeur)|(?:messagerie|boîte vocale|répondeur) (?:vocale )?(?:de|du|d'\S+|est|automatique)|(?:boîte|messagerie) (?:\S+ ){0,4}(?:pleine|saturée)|(?:rappellerai|rappellerons|rappelle) (?:dès|aussitôt|au plus|rapidement)|peux pas (?:vous |te )?répondre`,
    screener:
      "de la part de qui|qui (?:est à l'appareil|appelle|dois-je annoncer|puis-je annoncer)|quel est (?:l'objet|le motif)|(?:raison|motif|objet) de (?:votre|ton|l') ?appel|(?:dites|indiquez|donnez|enregistrer|enregistrez|précisez|donner) (?:-moi )?(?:votre|vos) noms?|pourquoi (?:vous appelez|tu appelles)|filtr(?:e|age) (?:d'|de |ses |des |les )?appels",
    tone: String.raw`après le (?:bip|signal|top)|vous êtes bien (?:au|chez)|(?:bureaux|cabinet|magasin) (?:sont|est) (?:\S+ )?fermé|au (?:bip|signal)|(?:bip|signal) sonore`,
    who: "qui (?:êtes-vous|vous êtes|est|appelle|est-ce|dois-je)|c'est qui|votre nom|vos noms?|de la part|comment vous (?:appelez|vous)|quel (?:est )?(?:votre|vos) nom",
    why: "pourquoi|quel sujet|à propos de quoi|de quoi (?:s'agit|il s'agit)|motif|raison|objet|que voulez-vous|concernant quoi",
    menu: String.raw`(?:tapez|appuyez sur|composez|faites|pressez) (?:la touche |le )?(?:\d|un|deux|trois|quatre|cinq|six|sept|huit|neuf|zéro|étoile|dièse)|composez-le|menu principal|choix suivants|numéro de poste|(?:appel|conversation|communication) (?:est )?(?:\S+ )?(?:susceptible|enregistré|peut être)|(?:tapez|appuyez|composez|faites|pressez) (?:\S+ ){1,3}(?:\d|un|deux|trois|quatre|cinq|six|sept|huit|neuf|zéro|étoile|dièse)`,
    hold: String.raw`ne quittez pas|(?:rester|restez|patientez|patienter) (?:en ligne|quelques|un)|veuillez (?:patienter|rester)|(?:je )?vous (?:passe|mets en (?:relation|communication)|le passe|la passe|transfère)|(?:lignes|conseillers|opérateurs|collaborateurs) sont (?:\S+ ){0,2}(?:occupé|en ligne|en communication)|conseiller va|votre appel est (?:très )?important|(?:mets|met|êtes|place) en attente|(?:merci|prions) de (?:bien vouloir )?(?:patienter|rester)|transférer|transfert|(?:regarde|vérifie|vois|vais voir) s(?:i|'il|'elle)|vais (?:le|la|l'|lui) ?(?:chercher|prévenir|demander|appeler)|(?:mise?|met(?:s|tons)?) en relation`,
    moment:
      '(?:un|une|deux) (?:petit |petite )?(?:instant|moment|seconde|secondes|minute|minutes)|(?:attendez|patientez)(?:$| un| une)',
    unavailable: String.raw`(?:numéro|correspondant|abonné|appel|ligne|service|client|poste) .{0,60}(?:n'est (?:pas|plus) (?:\S+ ){0,2}(?:attribué|joignable|disponible|service|accessible|valide)|ne (?:peut|répond|permet)|n'a pas pu|indisponible|injoignable|non attribué|suspendu|occupé)|pas attribué|ne peut aboutir|plus en service|rappeler ultérieurement|donner suite à votre appel|renouveler votre appel|vérifi(?:er|ez) le numéro|(?:impossible|pas possible) (?:d'établir|de joindre|d'acheminer)|(?:téléphone|mobile|portable) .{0,30}(?:éteint|hors)`,
  },
  nl: {
    message: String.raw`(?:laat|spreek|laten) (?:\S+ ){0,3}(?:bericht|boodschap|naam)|(?:bericht|boodschap) (?:achter|in)(?:laten|spreken)|spreek (?:wat|iets|maar) in|(?:met|is) (?:de|het) (?:voicemail|antwoordapparaat|voicemailbox)|(?:voicemail|voicemailbox|antwoordapparaat) (?:van|is vol)|(?:bel|bellen) (?:ik|wij|we) (?:je|u|jou) (?:\S+ )?terug|spreek .{0,40} in(?:$| en)|(?:kan|kunnen) (?:u )?(?:nu |even )?niet (?:te woord|opnemen)`,
    screener: String.raw`wie (?:kan|mag|zal) ik zeggen|(?:wie|met wie) (?:belt|spreek ik en)|reden (?:van|voor) (?:uw|je|het) (?:gesprek|telefoontje|oproep)|(?:zeg|noem|noemt|geef|zegt) (?:\S+ ){0,3}(?:uw|je) naam|waarom (?:je|u) belt|gespreksfilter|oproepfilter`,
    tone: 'na de (?:piep|pieptoon|toon)|(?:momenteel|helaas|op dit moment) gesloten|buiten (?:onze )?(?:openingstijden|kantooruren)|(?:na|bij) (?:de|het) (?:piep|pieptoon|toon|signaal|biep)',
    who: 'wie (?:bent u|ben je|u bent|je bent|is dit|belt|spreek|heb ik)|met wie|(?:uw|je) naam|hoe heet (?:u|je)|mag ik (?:uw|je)',
    why: 'waarover|waar (?:gaat|belt|het)|waarom|reden|waarvoor|wat wilt u',
    menu: String.raw`(?:toets|kies|druk(?: op)?|kiest u|toetst u) (?:u )?(?:dan |een )?(?:\d|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|nul|sterretje|hekje)|toets (?:\S+ ){0,2}\S*nummer|gevolgd door|keuzemenu|hoofdmenu|volgende (?:keuzes|opties)|gesprek (?:kan|wordt) (?:\S+ )?opgenomen|(?:toets|kies|kiest|druk|drukt|zeg) (?:\S+ ){0,4}(?:\d|één|twee|drie|vier|vijf|zes|zeven|acht|negen|nul|sterretje|hekje)`,
    hold: String.raw`(?:aan|hang aan) de lijn|(?:ik )?verbind u|(?:wordt|worden) (?:\S+ ){0,3}(?:verbonden|doorverbonden|geholpen|te woord gestaan)|(?:medewerkers|lijnen) (?:zijn|\S+ zijn) (?:\S+ )?(?:in gesprek|bezet)|(?:moment|ogenblik) geduld|uw (?:gesprek|telefoontje) is (?:\S+ )?belangrijk|eerstvolgende|in de wacht|verbind (?:ik )?(?:u|je) (?:\S+ )?door|een moment(?:je)? geduld|(?:blijf|blijft) (?:u )?(?:even )?(?:hangen|aan)|voor het wachten|(?:kijk|kijken|vraag|vragen) (?:ik )?(?:even )?of|haal (?:hem|haar)|(?:word|wordt) (?:u )?(?:nu )?doorverbonden`,
    moment:
      '(?:een|één|klein) (?:momentje|moment|ogenblik|ogenblikje|seconde|seconden|minuutje)|(?:wacht|wacht u) (?:even|eens)|momentje',
    unavailable:
      '(?:telefoonnummer|nummer|persoon|abonnee|klant|gebruiker|oproep|verbinding|toestel) .{0,70}(?:niet (?:bereikbaar|beschikbaar|in gebruik|bekend|aangesloten|geldig|tot stand|mogelijk|meer in gebruik)|bestaat|ongeldig|bezet|afgesloten|buiten gebruik|uitgeschakeld)|probeer het (?:later|nog|op een)|controleer het nummer|niet (?:meer )?(?:aangesloten|in gebruik)|kan niet tot stand|staat uit',
  },
  id: {
    message: String.raw`(?:tinggalkan|tinggalin|rekam|sampaikan|titip|kirim) (?:pesan|nama)|(?:dialihkan|terhubung) (?:ke|dengan) (?:kotak|pesan|layanan pesan|mesin)|kotak (?:suara|pesan) (?:\S+ ){0,3}penuh|(?:tidak|nggak|gak|belum) (?:bisa|dapat) (?:menjawab|mengangkat|angkat|jawab|terima) (?:telepon|panggilan|telpon)|akan (?:menghubungi|menelepon) (?:\S+ )?kembali`,
    screener:
      'siapa yang (?:menelepon|menghubungi)|dari siapa|(?:alasan|tujuan) (?:anda )?(?:menelepon|panggilan|menghubungi)|(?:sebutkan|katakan|rekam|ucapkan) nama|penyaringan panggilan',
    tone: String.raw`(?:setelah|sesudah) (?:nada|bunyi|bip|terdengar)|kantor (?:kami )?(?:\S+ )?tutup|di luar jam`,
    who: 'siapa|nama (?:anda|bapak|ibu|nya)|dengan bapak',
    why: '(?:soal|tentang|perihal|mengenai|perlu|urusan) apa|keperluan|alasan|kenapa|mengapa|tujuan|perihal|maksud|ada apa|kepentingan',
    menu: String.raw`(?:tekan|pencet) (?:tombol |angka )?(?:\d|nol|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|bintang|pagar|sekarang)|menu utama|nomor ekstensi|pilihan berikut|(?:panggilan|percakapan) (?:ini )?(?:akan|dapat|mungkin) direkam|(?:tekan|pencet) (?:\S+ ){1,3}(?:\d|nol|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|bintang|pagar)`,
    hold: String.raw`tetap (?:di|pada|dalam) (?:saluran|sambungan|telepon|telpon)|jangan (?:ditutup|tutup)|saya sambungkan|akan (?:segera )?(?:dijawab|disambungkan|dilayani)|(?:petugas|agen|operator|saluran) (?:\S+ ){0,2}(?:sibuk|melayani)|(?:silakan|mohon|harap) (?:\S+ )?(?:menunggu|tunggu)|panggilan anda (?:sangat )?penting|mohon (?:bersabar|ditunggu)|harap (?:tunggu|bersabar)|(?:akan|sedang) (?:kami |saya )?sambungkan|atas kesabaran|(?:saya|kami) (?:panggil|cek|tanya|lihat)(?:kan)?(?: dulu| apakah| orang|$)|(?:sedang|akan) dihubungkan`,
    moment: '(?:sebentar|bentar|tunggu)(?: ya| dulu| sebentar|$)|mohon tunggu',
    unavailable:
      '(?:nomor|pelanggan|pengguna|panggilan|layanan|telepon) .{0,60}(?:tidak (?:aktif|terdaftar|valid|tersedia|menjawab|(?:dapat|bisa) (?:dihubungi|disambungkan|menerima|tersambung|dilakukan))|sedang (?:sibuk|tidak)|salah|luar jangkauan|belum terdaftar|diblokir)|coba(?:lah)? (?:lagi|beberapa|kembali)|periksa kembali nomor|tidak dapat (?:dihubungi|tersambung|disambungkan)|jaringan .{0,30}(?:gangguan|sibuk)',
  },
  it: {
    message: String.raw`(?:lasciate|lasci|lascia|lasciare|lasciatemi|lasciami) (?:\S+ ){0,3}(?:messaggio|nome|recapito)|(?:registrate|registri|registrare) (?:un|il) (?:\S+ )?messaggio|(?:risponde la|servizio di) segreteria|segreteria (?:telefonica )?(?:di|del|della|telefonica)|(?:casella|segreteria) (?:\S+ )?(?:è )?piena|(?:richiamerò|richiameremo|richiamato) (?:appena|il prima|al più)|sarà richiamat|non (?:posso|possiamo) rispondere`,
    screener:
      "da parte di chi|chi (?:devo|posso) (?:annunciare|dire)|chi (?:la |lo )?(?:chiama|desidera)|motivo della (?:sua |tua )?(?:chiamata|telefonata)|(?:dica|dici|di'|dì|dite|pronunci|registri|indichi) (?:il )?(?:suo|tuo|vostro) nome|il (?:suo|tuo) nome e (?:il motivo|perché)|perché (?:chiami|chiama|sta chiamando)|filtr(?:o|a|aggio) (?:delle |le )?(?:chiamate|telefonate)",
    tone: String.raw`dopo il (?:segnale|bip|tono|beep)|uffici sono (?:\S+ )?chiusi|fuori (?:dall')?orario|al (?:segnale|bip|tono)|dopo aver (?:sentito|ascoltato)`,
    who: 'chi (?:è|parla|sei|chiama|devo|la)|con chi|(?:suo|tuo) nome|come si chiama|con chi',
    why: 'di (?:che )?cosa|per quale|motivo|perché|a che proposito|cosa (?:desidera|vuole)|riguardo a|a proposito di',
    menu: String.raw`(?:prema|digiti|premere|digitare|premi|digita|prema il|selezioni) (?:il |il tasto |tasto )?(?:\d|uno|due|tre|quattro|cinque|sei|sette|otto|nove|zero|asterisco|cancelletto)|digiti (?:il|lo)|lo digiti|seguito dal tasto|(?:menu|menù) principale|seguenti opzioni|(?:chiamata|telefonata) (?:potrà|può|potrebbe|verrà|sarà) (?:essere )?registrata|(?:prema|digiti|premere|digitare|selezioni|premi) (?:\S+ ){1,3}(?:\d|uno|due|tre|quattro|cinque|sei|sette|otto|nove|zero|asterisco|cancelletto)`,
    hold: String.raw`(?:resti|rimanga|attenda|attendere|restate|rimanete|attendete) in linea|non riagganci|(?:la|ti) (?:sto )?(?:collegando|trasferisco|metto in (?:contatto|comunicazione)|passo)|(?:glielo|gliela) passo|(?:operatori|linee|addetti) (?:sono|\S+ sono) (?:\S+ ){0,2}occupat|chiamata è (?:molto )?importante|prossimo operatore|(?:preghiamo|prega) di attendere|(?:metto|messa|messo|è) in attesa|non riattacchi|le passo|(?:sto|stiamo) (?:trasferendo|collegando)|per l'attesa|(?:prego|cortesemente) attend|(?:vedo|verifico|controllo|guardo|chiedo) se|(?:lo|la|gliel[oa]) (?:chiamo|cerco)`,
    moment: 'un (?:attimo|attimino|momento|momentino|secondo|minuto)|(?:attenda|aspetti)(?:$| un| in)',
    unavailable: String.raw`(?:numero|cliente|utente|utenza|chiamata|linea|telefono|servizio) .{0,60}(?:inesistente|errato|non (?:è (?:\S+ ){0,3}(?:raggiungibile|disponibile|attiv\S|valido|abilitat\S)|attivo|esiste|può essere|raggiungibile|risponde)|spento|occupat|sospes|irraggiungibile)|terminale spento|riprovare più tardi|(?:verificare|controllare) il numero|(?:verifichi|controlli) (?:il numero|e riprovi)|non (?:è|può) (?:\S+ )?(?:possibile|essere) (?:completa|inoltra|stabil|collegar)`,
  },
  ja: {
    message: String.raw`(?:メッセージ|伝言|ご用件)を?(?:お話し|お残し|残して|録音(?!して\S)|入れて|どうぞ|お入れ)|留守番電話(?:サービス|センター|に接続)|(?:伝言|メッセージ)を(?:お預かり|お入れ)|メッセージがいっぱい|電話に出(?:ることができ|られ(?:ま|な))|(?:お名前|お電話番号)(?:と\S*)?を?(?:録音(?!していただければ)|お残し)|(?:メッセージ|伝言|ご用件)(?:を|は)?(?:どうぞ|お願い|お話|お残)`,
    screener: String.raw`(?:お名前|名前)と(?:ご用件|用件|電話の理由|通話の理由|お電話の理由)|どのような(?:ご用件|御用)|(?:ご用件|御用件)を?(?:お伺い|伺|お聞かせ|教えて)|お名前をおっしゃ|お名前を(?:お伺い|教えて|頂戴|いただ)|スクリーニング|(?:お名前|録音)\S{0,30}確認します`,
    tone: String.raw`発信音の?(?:後|あと)|ピーという|ピーっと|営業(?:は|時間)\S*(?:終了|時間外)|留守にして`,
    who: 'どちら様|どちらさま|どなた|お名前|名前|どちらの|お名前と',
    why: '用件|理由|ご用|どういった|何の|目的|何のため',
    menu: String.raw`(?:\d|[0-9一二三四五六七八九]|シャープ|米印|番号|番)を?(?:押し|プッシュ|お押し|選)|番号を(?:入力|お選び|押)|音声ガイダンス|メインメニュー|ご希望の(?:番号|メニュー)`,
    hold: String.raw`おつなぎ(?:いた)?します|(?:このまま|しばらく|そのまま|少々)\S*お待ち|代わりますので|混み合って|お待ち(?:ください|下さい)|電話を切らずに|お(?:つなぎ|繋ぎ)(?:して|し|いた)|保留|呼んで(?:まいり|き)|(?:確認|取り次ぎ|お調べ)(?:して|いたし)(?:まいり|き|ます)|代わります`,
    moment: 'ちょっと待|少々お待',
    unavailable: String.raw`使われて(?:おり|い)|電波の届かない|電源が入って|(?:ただいま|現在)(?:通話中|お話し中)|おかけになった\S*(?:電話|番号)|(?:番号|電話|回線)\S{0,30}(?:取り扱い|つながり|お受け)|ご都合に(?:より|て)|(?:おつなぎ|接続)できません|番号をお確かめ|お(?:つなぎ|繋ぎ)できません|使用されて|お取り扱い|通話ができ|圏外`,
  },
  ko: {
    message: String.raw`(?:메시지|메세지|음성|용건)[를을]? ?(?:남겨|남기(?:시려면|실)|녹음)|녹음(?:해|하여) ?주|음성 ?사서함(?:으로|입니다| ?이)|소리샘|(?:성함|이름|연락처)[과와를을]? ?(?:\S+ )?남겨|전화를 받을 수 없|메시지를 남길 수 없`,
    screener: String.raw`(?:이름|성함)[과와] ?(?:\S+ )?(?:용건|이유)|전화하신 이유|(?:용건|이유)[을를이]? ?(?:여쭤|무엇)|어디시라고|누구시라고|(?:이름|성함)[을를]? ?말씀|스크리닝`,
    tone: '(?:삐|신호음|발신음) ?(?:하는 ?)?(?:소리)?(?:가|이|음이)? ?(?:후|이후|뒤|나면|울리면|다음)|업무 시간이|영업 시간이|부재중|(?:삐|신호음|발신음).{0,8}(?:후|나면|울리면|다음|들리면)',
    who: '누구|성함|이름|어디(?:신|세|시|십)|전화하신 분|소속',
    why: '용건|(?:무슨|어떤) ?(?:일|용무|건)|이유|왜 전화|무엇 때문|목적|볼일|사유|용무',
    menu: String.raw`(?:\d|[일이삼사오육칠팔구영]) ?번(?:을|은|,|$| )|(?:눌러|누르)(?: ?주|세요|십시오|시면)|입력(?:하신|해 주|하시고)|별표|우물 ?정자|상담 내용은 녹음`,
    hold: String.raw`(?:연결|바꿔)(?:해)? ?드리겠|상담원이 (?:\S+ )?통화|끊지 (?:말고|마시고)|(?:잠시|조금)만? ?기다려|기다려 주(?:시기|십시오)|대기(?:하여| 중)|연결 ?중|대기(?:해|하)|바꿔 ?드리|불러 ?드리|(?:계신지|가능한지) 확인`,
    moment: '잠시만요|잠깐만',
    unavailable:
      '없는 번호|사용(?:할|하실) 수 없는|(?:전화기|휴대폰|전원)[가이] ?꺼져|통화 중(?:이어서|이오니|입니다|이므로)|결번|(?:착신|수신|사용)[이가]? ?(?:정지|중지)|당분간|연결(?:할|될) 수 없|연결이 (?:되지|안)|응답(?:이|하지) 없|확인하(?:신 후|시고) (?:다시 )?걸|(?:전원|전화)이? ?꺼져|(?:받을|받으실|수신할) 수 없는|서비스 ?(?:지역|불가)|꺼져 있',
  },
};
