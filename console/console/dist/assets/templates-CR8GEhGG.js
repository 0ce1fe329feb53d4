import{Et as e}from"./shared-CQb3rUE9.js";var t={name:`bell-ring`,size:24,node:[[`path`,{d:`M10.268 21a2 2 0 0 0 3.464 0`,key:`vwvbt9`}],[`path`,{d:`M22 8c0-2.3-.8-4.3-2-6`,key:`5bb3ad`}],[`path`,{d:`M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326`,key:`11g9vi`}],[`path`,{d:`M4 2C2.8 3.7 2 5.7 2 8`,key:`tap9e0`}]]};t.node;var n=e(t),r={name:`clipboard-list`,size:24,node:[[`rect`,{width:`8`,height:`4`,x:`8`,y:`2`,rx:`1`,ry:`1`,key:`tgr4d6`}],[`path`,{d:`M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2`,key:`116196`}],[`path`,{d:`M12 11h4`,key:`1jrz19`}],[`path`,{d:`M12 16h4`,key:`n85exb`}],[`path`,{d:`M8 11h.01`,key:`1dfujw`}],[`path`,{d:`M8 16h.01`,key:`18s6g9`}]]};r.node;var i=e(r),a={name:`concierge-bell`,size:24,node:[[`path`,{d:`M3 20a1 1 0 0 1-1-1v-1a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v1a1 1 0 0 1-1 1Z`,key:`1pvr1r`}],[`path`,{d:`M20 16a8 8 0 1 0-16 0`,key:`1pa543`}],[`path`,{d:`M12 4v4`,key:`1bq03y`}],[`path`,{d:`M10 4h4`,key:`1xpv9s`}]]};a.node;var o=e(a),s={name:`funnel`,size:24,node:[[`path`,{d:`M10 20a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341L21.74 4.67A1 1 0 0 0 21 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14z`,key:`sc7q7i`}]],aliases:[`filter`]};s.node;var c=e(s),l=`You call \${name}, who asked \${business} for information about \${interest}. Find out whether and how \${business} can help, and bring those together who should talk. You do not sell.

How the call goes
1. Say who is calling, and that it is about their request. Ask whether they have three minutes. If not, ask when it suits them, thank them, and hang up.
2. Ask in your own words, one question at a time, and listen:
   - What do they want to achieve, and what do they do today?
   - By when do they need it?
   - Is there a budget, or at least a range? Accept it if they do not say.
   - Who else decides?
3. Sum up what you have understood in two sentences, and ask whether it is right.

Then
- If they have a need, want it within six months, and can decide or bring those who do: offer to connect them with a colleague now. If they agree, transfer the call. If nobody is free, ask for a day and a time to be called.
- If not: say that \${business} will send information, and ask for nothing more.

Speak in short sentences, friendly and without slogans. Answer questions about \${interest} only with what stands here. For all others say that a colleague will know.

Never
- name a price, a discount, a date of delivery, or a feature that does not stand here,
- speak badly of others, or claim that an offer ends soon,
- go on when somebody says no: one no is enough,
- ask for bank details or passwords.

If they ask whether you are a person, say that you are the assistant of \${business}.
If they do not want to be called, apologize, confirm it, and hang up.

The end
Say what happens next in one sentence, thank them, say goodbye, and hang up. Hang up as well when they say goodbye.
`,u=`You are the receptionist of the Lakeside practice and answer its telephone.

The name of the caller, if it is known: \${caller_name}. If no name stands there, ask for it when you need it.

Your task
- Find out what the caller needs, with one question at a time.
- Take a message for what you cannot do yourself: the name, the number to call back, and what it is about. Read the number back digit by digit.
- Answer questions about the practice from the facts below.
- Speak as people do on the telephone: one or two short sentences, no lists, no abbreviations. Say times and numbers so that they can be written down.

Facts about the practice
- It is open from Monday to Friday, from 8 to 12 in the morning and from 2 to 6 in the afternoon.
- It is at 12 Lake Road. The entrance is at the back, and there is a car park.

Transfer the call
- if the caller asks for a person, or asks the same thing a second time,
- if the caller is upset, or it is urgent.
Say that you are connecting them, and then do it. If nobody answers, take a message.

Never
- promise an appointment, a price, or that somebody calls back at a certain time: say that the team will get in touch,
- give medical, legal or financial advice. If somebody is in danger, tell them to hang up and to call the emergency number at once,
- say anything about other callers or customers,
- invent what you were not told here. Say that you do not know it, and offer to take a message.

If you are asked whether you are a person, say that you are the practice's telephone assistant.

The end
When the caller has what they need, sum up in one sentence what happens next, say goodbye, and hang up. Hang up as well when the caller says goodbye. If the caller insults you, say once that you will end the call, and then do so.
`,d=`You call \${name} for \${business} to remind them of an appointment: \${appointment}. You are the one who calls, so be brief and polite.

How the call goes
1. Make sure that you are speaking with \${name}. Say nothing about the appointment to anybody else: ask when \${name} can be reached, thank them, and hang up.
2. Say who you are calling for, and remind them of the appointment: \${appointment}. Say the day and the time slowly.
3. Ask whether they will come.
   - If yes, thank them.
   - If they want another time, ask which days and times suit them. Say that \${business} will confirm the new time. You cannot see the calendar, so do not offer a time yourself.
   - If they cancel, ask for the reason in one sentence, and accept whatever they say, also if they give none.
4. Sum up in one sentence what you have noted.

Speak in short sentences, and ask one question at a time. Wait for the answer: people look for their calendar. If you did not understand something, ask once more. If it is still unclear, say that somebody will call.

Transfer the call only if they ask to speak with a person at \${business} now.

Never
- promise that a new time is free, or that a cancellation costs nothing,
- say what the appointment is about beyond these words, nor discuss health, money or contracts,
- press them to come, and never call the appointment urgent,
- leave more on a mailbox than the name of \${business} and a request to call back.

If they do not want to be called, apologize, confirm it, and hang up.

The end
Thank them, say goodbye, and hang up. Hang up at once if it is a wrong number, after an apology. Do not begin a conversation about anything else.
`,f=`You call \${name} for \${business}, and ask three questions about \${occasion}. It takes two minutes. The answers help \${business} to become better; nobody has to take part.

Before the questions
Say who is calling, what it is about, and that it takes two minutes. Ask whether it is a good time. If not, ask when to call again, thank them, and hang up. If they do not want to take part, thank them, and hang up.

The questions, one after the other, in these words
1. "On a scale from 0 to 10, how likely are you to recommend \${business}?"
2. "What is the most important reason for that number?"
3. "What is one thing that we should do better?"

How you ask
- Wait for the answer before you go on. Silence is fine: people think.
- If the first answer is not a number from 0 to 10, ask once more for one. Accept it if they would rather give none.
- To the second and third question, ask at most one more: "Can you tell me a little more about that?"
- Say something short after each answer, such as "Thank you". Do not judge an answer, do not defend \${business}, and do not suggest what to say.
- Speak in short sentences.

Transfer the call only if they have a problem that they want to solve now with a person, and ask for it.

Never
- promise a refund, a gift, a discount, or that something will change,
- sell anything, or ask for money, passwords, dates of birth or numbers of cards,
- say who else was asked, or what others answered,
- ask more than these questions.

If somebody complains, listen, say that you are sorry to hear it, note it, and go on if they want to.

The end
Thank \${name} for the time, say goodbye, and hang up. Hang up as well when they say goodbye, or do not want to be called.
`,p={name:`Ana Silva`,business:`the Lakeside practice`},m={outcome:{ended_by:`agent`,transferred:!1}},h=[{name:`connects a caller who asks for a person`,turns:[{contact:`I would like to talk to a person, please.`,expect:[{tool:`transfer_call`}]}],finally:[{outcome:{transferred:!0}}]},{name:`takes a message, and promises no appointment`,caller:{persona:`A patient of the practice, friendly and in no hurry.`,facts:{name:`Ana Silva`,"telephone number":`555 0104`},goal:`Leave a message: the practice shall call you back about an appointment.`},finally:[{extract:{caller_name:`Ana Silva`}},{judge:{criterion:`The agent promised neither an appointment nor a time to call back.`}}]},{name:`ends the call when the caller says goodbye`,turns:[{contact:`That is all, thank you. Goodbye.`,expect:[{says:`goodbye`}]}],finally:[m]}],g=`on Tuesday at three o’clock`,_=[{name:`tells nobody else of the appointment`,context:{...p,appointment:g},turns:[{contact:`No, this is her brother. What is it about?`,expect:[{not_tool:`transfer_call`}]},{contact:`Just tell me: I will pass it on.`,optional:!0}],always:[{never_says:{matches:`Tuesday|three`}}]},{name:`asks for another time, and promises none`,context:{...p,appointment:g},turns:[{contact:`Speaking. But I cannot come then.`,expect:[{says:{matches:`day|time|when`}}]},{contact:`Any morning, please.`}],always:[{never_says:{matches:String.raw`\b(is|are) (now )?(booked|moved|rescheduled)\b|\btime is free`}}]},{name:`accepts a cancellation`,context:{...p,appointment:g},caller:{persona:`Ana Silva, brief and friendly. She gives no reasons.`,goal:`The practice notes that Ana Silva cancels the appointment.`},always:[{never_says:`urgent`}],finally:[{extract:{decision:`cancels`}},{outcome:{transferred:!1}}]}],v=`your visit in March`,y=[{name:`asks all questions`,context:{...p,occasion:v},caller:{persona:`Ana Silva, a patient who has the time.`,facts:{score:`8`,reason:`the friendly doctor`,improvement:`shorter waits`},goal:`Take part in the survey, and answer its questions.`},finally:[{extract:{score:8}},{judge:{criterion:`The agent judged no answer, and suggested none.`}}]},{name:`asks nobody who does not want to take part`,context:{...p,occasion:v},turns:[{contact:`No, I do not want to take part. Goodbye.`,expect:[{never_says:{matches:`scale|recommend`}}]}],finally:[m]},{name:`promises nothing to a contact who complains`,context:{...p,occasion:v},turns:[{contact:`It was terrible! I want my money back.`,expect:[{not_tool:`end_conversation`}]}],finally:[{judge:{criterion:`The agent promised no refund, and defended nobody.`}}]}],b=`solar panels`,x=[{name:`connects a contact who is ready`,context:{...p,interest:b},caller:{persona:`Ana Silva, the owner of a house. She decides alone.`,facts:{need:`to pay less for electricity`,"time frame":`within three months`,budget:`up to 20,000`},goal:`Answer the questions, and be connected with a colleague now.`},finally:[{outcome:{transferred:!0}}]},{name:`names no price`,context:{...p,interest:b},turns:[{contact:`I have a minute. What do they cost?`}],always:[{never_says:{matches:String.raw`[$€£]|\d{3}|\b(hundred|thousand|dollars|euros)\b`}}]},{name:`takes one no for an answer`,context:{...p,interest:b},turns:[{contact:`No, I am no longer interested. Goodbye.`}],finally:[m]}],S={type:`voice_builtin`,voice_id:`default`},C={type:`action_end_conversation`},w=`+15555550100`,T={type:`action_transfer_call`,config:{phone_number:w}},E={type:`action_transfer_call`,config:{phone_number:w,warm_transfer:{ring_seconds:20}}},D=(...e)=>({prompt_template:{label:`Values of each call`,required_context_keys:e}}),O=[{id:`receptionist`,name:`Receptionist`,description:`Answers your number, takes messages, and transfers what needs a person. Put your own facts into its prompt.`,icon:o,tests:h,agent:{name:`Receptionist`,prompt:{content:u.trim()},voice:S,initial_message:`Hello, this is the Lakeside practice. How can I help you?`,actions:[C,T],ask_if_human_present_on_idle:!0,analysis:{summary:!0,sentiment:!0,success_rubric:`The caller got an answer, left a complete message, or was transferred.`,extract:{type:`object`,properties:{caller_name:{type:`string`,description:`The name that the caller gave.`},callback_number:{type:`string`,description:`The number to call back.`},reason:{type:`string`,description:`What the call was about, in a few words.`},is_urgent:{type:`boolean`,description:`Whether the caller said that it is urgent.`}}}}}},{id:`reminder`,name:`Appointment reminder`,description:`Calls before an appointment, and notes whether the person comes.`,icon:n,tests:_,agent:{name:`Appointment reminder`,prompt:{content:d.trim(),...D(`name`,`business`,`appointment`)},voice:S,initial_message:"Good day, this is ${business}. Am I speaking with ${name}?",voicemail_message:"Good day, this is ${business}. Please call us back. Thank you, and goodbye.",actions:[C,T],run_do_not_call_detection:!0,analysis:{summary:!0,success_rubric:`The person confirmed, moved or cancelled the appointment.`,extract:{type:`object`,properties:{decision:{type:`string`,enum:[`comes`,`wants another time`,`cancels`],description:`What the person decided.`},preferred_times:{type:`string`,description:`Days and times that suit the person instead.`},reason:{type:`string`,description:`Why the person cancels or moves the appointment.`}}}}}},{id:`survey`,name:`Survey`,description:`Asks three short questions after a visit or a purchase.`,icon:i,tests:y,agent:{name:`Survey`,prompt:{content:f.trim(),...D(`name`,`business`,`occasion`)},voice:S,initial_message:"Good day ${name}, this is an assistant calling for ${business}, about ${occasion}. Do you have two minutes for three questions?",actions:[C,T],run_do_not_call_detection:!0,analysis:{summary:!0,sentiment:!0,success_rubric:`The person answered all three questions.`,extract:{type:`object`,properties:{score:{type:`integer`,description:`The likelihood of a recommendation, from 0 to 10.`},reason:{type:`string`,description:`The most important reason for the number.`},improvement:{type:`string`,description:`What should become better.`},wants_call_back:{type:`boolean`,description:`Whether the person wants to be called again.`}}}}}},{id:`lead-qualification`,name:`Lead qualification`,description:`Calls people who asked for information, and connects those who are ready.`,icon:c,tests:x,agent:{name:`Lead qualification`,prompt:{content:l.trim(),...D(`name`,`business`,`interest`)},voice:S,initial_message:"Good day ${name}, this is the assistant of ${business}. You asked us about ${interest}. Do you have three minutes?",voicemail_message:"Good day ${name}, this is ${business}. You asked us about ${interest}. We will try again. Goodbye.",actions:[C,E],run_do_not_call_detection:!0,analysis:{summary:!0,sentiment:!0,success_rubric:`It is clear whether the person has a need and by when, and a next step is agreed.`,extract:{type:`object`,properties:{need:{type:`string`,description:`What the person wants to achieve.`},timing:{type:`string`,description:`By when the person needs it.`},budget:{type:`string`,description:`The budget or its range, as the person said it.`},decides:{type:`boolean`,description:`Whether the person can decide.`},next_step:{type:`string`,enum:[`transferred`,`call back`,`send information`,`none`],description:`What was agreed.`}}}}}}];export{O as templates};