"""The cues by which a person reads an agent's words: patterns, English and Korean.

They are read over text in lower case, NFKC, with "what is" for "what's".
"""

from __future__ import annotations

import re


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


# ---------------------------------------------------------------- forms of questions

SENTENCE = re.compile(r"[^.!?;\n\u2026\u3002\uff1f]+[.!?;\u2026\u3002\uff1f]*")
LEAD = (
    r"^\W*(?:(?:and|so|but|or|then|okay|ok|well|now|good|great|thanks?|thank you|"
    r"maybe|perhaps|just|please|alright|all right|lovely|first|finally|"
    r"lastly)[,:]?\s+)*"
)
TO_YOU = re.compile(
    r"\b(?:you|your|there|it|that|this|they|them|he|she|him|her|then)\b|"
    r"그때|그곳|거기|그게|그건|그 "
)
"""What an open question holds that isn't about the world at large."""
POINTS_BACK = re.compile(
    r"^\W*(?:please |could you |can you |would you |i'd love to hear )*"
    r"(?:tell me|describe|share|hear)(?: me| with me)?(?: more| a bit| a little)?"
    r"(?: about)?(?: it| that| this| them)?\W*$|^\W*(?:말해|들려|얘기해|"
    r"이야기해) ?주세요\W*$"
)
"""A request for what the question before it asked."""
CUT = re.compile(
    r",?\s+and\s+(?=(?:what|where|who|which|when|why|how|may|can|could|is|are|was|were|"
    r"do|does|did|have|would|should|shall|tell me)\b)|(?<=요)[,]?\s(?=그리고\s)"
)
"""Where one sentence asks a second thing."""
REQUEST = _any(
    LEAD + r"(?:tell|describe|share|say|walk me|take me|let me know|name|give me|"
    r"talk me|list)\b",
    r"\bi (?:wonder|am curious|was wondering)\b|\bi'm curious\b|\btell me\b",
    r"\bi(?:'d| would) (?:love|like|be glad) to (?:hear|know|learn)\b",
    r"\b(?:could|can|would|will) you (?:please |maybe )?(?:tell|describe|share|say|"
    r"name|give|paint|sketch|draw|show|walk|take|lead|put)\b",
    r"(?:말해|말씀해|들려|알려|얘기해|이야기해|적어|설명해|묘사해|떠올려)\s*(?:줘|주세요|주실|"
    r"주시|주겠|주실|보세요)",
)
ASKED = _any(
    r"[?\uff1f]\s*$",
    r"(?:까요|나요|는지요|는가요|은가요|인가요|을래요|실래요|습니까|하니|했니|"
    r"있니)\W*$",
)
SHORT_IS = re.compile(r"\b(what|how|who|where|when|that|it|there)'s\b")
WH = re.compile(r"\b(?:what|where|who|whom|whose|which|when|why|how)\b")
KO_WH = re.compile(
    r"무엇|무얼|뭐|뭘|뭔|무슨|어떤|어떻|어때|어떠|어땠|어디|누구|누가|언제|왜|얼마|몇|"
    r"어느"
)
HANGUL = re.compile(r"[\uac00-\ud7a3]")
LATIN = re.compile(r"[a-z\u00df-\u024f]")
LETTER = re.compile(r"[^\W\d_]")
TAG = re.compile(
    r"(?:,|\bor)\s*(?:right|correct|yes|no|huh|isn't it|wasn't it|aren't you|"
    r"(?:did|do|does|was|were|would|wouldn't|didn't|don't|weren't|wasn't|hasn't|"
    r"haven't|won't|is|are)(?:n't)? (?:you|it|they|he|she|there|that))\s*\?\s*$|"
    r"(?:맞죠|맞지요|그렇죠|그렇지요|죠|지요)\s*\?\s*$"
)
YES_OR_NO = re.compile(
    LEAD + r"(?:is|are|was|were|do|does|did|have|has|had|can|could|would|will|shall|"
    r"should|may|might)(?:n't)? (?:you|i|we|it|that|this|he|she|they|there|the|your|"
    r"my|a|an)\b"
)
BARE_TAG = re.compile(
    r"^\W*(?:right|yes|no|okay|ok|correct|is that (?:right|so)|isn't it|am i right|"
    r"맞죠|그렇죠|맞나요|맞아요)\W*$"
)
OR_ELSE = re.compile(
    r"\bor (?:was it |is it |maybe )?(?:some|any)(?:thing|where|one|body) else\b"
)
"""The open end of a choice: what stands before it is offered all the same."""
SUGGESTS = re.compile(
    r"\b(?:(?:what|how) about|to do with) (?!(?:the |any |its |your )?(?:smells?|"
    r"sounds?|noises?|colou?rs?|people|details?|light|weather|feelings?|rest|end|"
    r"beginning|others?)\W*$)"
)
"""Open in form, an offer in what it does: "how about a beach?"."""
CHOICE = re.compile(
    r"\b(?:a|an|the|your|my|in|at|by|on|with)\b[^,?]*\bor\b[^,?]*\?|"
    r"[가-힣]+(?:나요|까요|요)[,?]?\s*(?:아니면|혹은)\s|\b\w+ or \w+\s*\?\s*$"
)
INVITES = _any(
    r"\bremember (?:a|any|one|some) (?:day|time|moment|place|night|thing)\b",
    r"^\W*(?:[^?]*, )?did any (?:dreams?|memor|images?|pictures?|part|of)\b",
    r"\b(?:is|was|were|are) there (?:anything|something|anyone|someone|somebody|"
    r"anybody|anywhere|somewhere|(?:any )?(?:things?|topics?|subjects?|parts?|people|"
    r"places|memories|stories|dreams|details?|moments|feelings?)|"
    r"any (?:other|more|chance)|(?:a|one|any) (?:place|person|memory|thing|dream|wish|"
    r"story|moment|(?:\w+ )?experience))\b"
    r"(?! (?:like|such))",
    r"\b(?:is|was|does|did|has|have) (?:anything|something|anyone)\b",
    r"(?:추억|기억|꿈|것|게|점|곳|사람|생각)(?:이|가|은|는)? ?(?:더 )?있(?:으신|나요|"
    r"을까|으세|어요)",
    r"^\W*(?:\w+[.,!]? )?any (?:dreams?|memor(?:y|ies)|thoughts|images|pictures)\b",
    r"\b(?:do|did|can|could|would) you (?:still )?(?:remember|recall|dream|"
    r"have (?:any|a) (?:dreams?|memor))"
    r"(?:\s+(?:anything|any|what|something|how|a dream|dreams?|at all|last night|"
    r"it|of it|of (?:the|your) (?:dream|night)|from (?:the|your|last) (?:dream|night|"
    r"sleep))"
    r"|\s*\?)",
    r"\b(?:anything|something|what) (?:else|more)\b|\b(?:do|would) you (?:like|want|"
    r"care)"
    r" to (?:tell|share|say|add)\b|\banything (?:at all|you|that)\b",
    r"(?:기억|떠오르|생각)\S* ?(?:게|것|건|것이|거|꿈|꿈이)\s*(?:더\s*)?(?:있|남)|"
    r"더 (?:하고 싶은|말하고 싶은|해 주실)|꿈(?:을|은)? ?꾸(?:셨|었)|꿈(?:을)? ?꿨|"
    r"꿈을? ?기억하",
)
"""Yes-or-no in form, open in what they ask."""

# ---------------------------------------------------------------- topics

RISK = _any(
    r"\b(?:kill|hurt|harm|cut)(?:ing)? (?:your|them|him|her)sel(?:f|ves)\b",
    r"\b(?:tak|end)(?:e|ing) (?:your|his|her|their) (?:own )?li(?:fe|ves)\b",
    r"\bsuicid|\bself-?harm|\bnot wak(?:e|ing) up|\bwant(?:ing)? to die\b",
    r"\bend(?:ing)? (?:your (?:own )?life|things|it all)\b|\bthoughts? (?:of|about) "
    r"(?:dying|death|ending)|\bnot (?:want(?:ing)? to )?(?:be alive|live)\b",
    r"\b(?:are|is|do|feel|feeling|being|keep|stay) (?:you |he |she |they |yourself )?"
    r"(?:feel |feeling )?(?:in |at )?(?:a |somewhere )?safe\b|"
    r"\bin (?:any |immediate )?danger\b",
    r"자살|자해|죽고 ?싶|스스로를? ?해|해치|안전하|목숨",
)
NEXT_STEP = _any(
    r"\b(?:call|reach|contact|talk to|talk with|speak (?:to|with)|be with|message|text|"
    r"ring|phone|stay with|turn to)\b.*\b(?:someone|somebody|anyone|them|line|friends?|"
    r"family|person|now|tonight|sister|brother|doctor)\b",
    r"\bwho(?:m)? (?:could|can|might|would|do) you (?:call|reach|talk|trust|be with)",
    r"\b(?:any|some)(?:one|body)\b.*\b(?:could|can|might)\b.*\b(?:sit|stay|be|come|"
    r"talk|look)\b",
    r"\bnext step\b|\bwho (?:is|could be|can be) (?:there|with you)\b",
    r"\bwho is (?:there )?with you\b|\bdo next\b",
    r"전화(?:할|해|를 걸)|연락(?:할|해)|누구(?:에게|한테) (?:말|전화|연락)|"
    r"곁에 있어 줄",
)
AGE = _any(
    r"\bhow old\b|\byour age\b|\bgrown-?up\b|\ban adult\b|\bover (?:18|eighteen)\b|"
    r"\b(?:18|eighteen|years?) (?:old|or (?:older|over|above))\b|"
    r"\bbirth(?:day|year)?\b|\bwhat year were you born\b",
    r"몇 살|나이|연세|성인이",
)
RETENTION = _any(
    r"\b(?:keep|save|store|record|hold on to|retain|delete|erase|forget)\b"
    r"(?=.*\b(?:this|that|it|what|told|said|talk|words?|notes?|these|conversation|answers?|"
    r"wish|dream)\b)(?!.*\bout\b)",
    r"\b(?:write|note|jot) (?:this |it |that |all of this )?down\b",
    r"\b(?:may|can|shall|should|could|if) (?:i|we) remember\b",
    r"저장|기록해|보관|남겨|적어 ?(?:둬|두|놓)|간직",
)
CONSENT = _any(
    r"\b(?:play|use|make|put on|hum|sing|whisper)(?:ing)?\b.*"
    r"\b(?:sounds?|music|voice|noises?|something|words|waves|softly|quietly|tunes?|"
    r"songs?|lullab(?:y|ies)|melody|audio|recordings?)\b",
    r"\b(?:sounds?|music|voice|noises?)\b.*\b(?:okay|ok|all ?right|fine|allowed|"
    r"welcome|mind|agree|while you sleep|at night|during the night)\b",
    r"\b(?:okay|ok|all right|alright|fine|comfortable|mind|agree)\b.*"
    r"\b(?:sounds?|music|voice)\b|\byour consent\b|\bconsent to\b",
    r"(?:소리|음악|음향).*(?:괜찮|될까|되나|틀어|들려|내도|좋을까)|동의",
)
BOUNDARY = _any(
    r"\b(?:stay|leave|keep|left|kept|leaving|keeping)\b.{0,40}\bout\b",
    r"\b(?:avoid|stay away|off.limits|not want|rather not|don't want|do not want|"
    r"unwelcome|not welcome|spoil|ruin|steer clear|not touch|wouldn't want|"
    r"should(?:n't| not)|must(?:n't| not)|uncomfortable|upset(?:ting)?|"
    r"not like|boundar(?:y|ies)|skip|(?:leave|stay|left) (?:outside|behind)|never|"
    r"bring up|not (?:be|appear|show up|come up))\b",
    r"피하|피했|싫|원하지 않|원치 않|빼(?:고|줘|야|면)|나오지 ?않|안 나왔으면|불편한",
)
MEDICAL = _any(
    r"\b(?:medicines?|medications?|pills?|doctor|pharmacist|symptoms?|illness|"
    r"prescri\w+|diagnos\w+|tablets?)\b",
    r"(?:^|\s)약(?:을|은|이|도|\s)|의사|병원에|증상|복용",
)
MOOD = _any(
    r"\bhow (?:are|do) you (?:feel|feeling|doing)\b|\bhow are (?:you|things)\b|"
    r"\bmood\b(?! for\b)",
    r"\b(?:sort|kind) of (?:a )?(?:day|evening)\b|\bday have you had\b",
    r"\b(?:weigh|troubl|bother|press)ing (?:on )?you\b",
    r"\bhow (?:has|was|is|did|were|does|are) (?:your|the|this|today|everything|life|"
    r"things)\b(?!.*\b(?:dream|memory|place)\b)",
    r"\bhow you(?:'re| are| feel)\b|\bhow do you feel\b|\bon your mind\b",
    r"\bare you (?:feeling )?(?:a bit |a little |very |so |still )?(?:tired|nervous|"
    r"low|calm|relaxed|comfortable|sad|okay|all right|"
    r"alright|happy|stressed|anxious|worried|restless|sleepy|upset|cosy|cozy)\b",
    r"기분|하루(?:는|가|를)?|어떠세요|어떠신|어때요|마음(?:은|이|상태)|컨디션",
)
SLEPT = _any(
    r"\b(?:how|did) (?:did |have )?you (?:sleep|slept|rest)\b|\bsleep well\b|"
    r"\bhow are you\b|\bhow was your (?:night|sleep)\b|"
    r"\bhow do you feel this morning\b",
    r"(?:잘|푹) (?:주무셨|잤)|(?:안녕히|편히) 주무셨",
)
MEMORY = _any(
    r"\bmemor(?:y|ies)\b|\bremind|\bcomes? (?:to (?:your )?mind|up)\b|\btime when\b|"
    r"\ba time\b|\bmoment when\b|\bassociat|\bconnect|\bgoes with\b|"
    r"\bbelongs? to (?:it|"
    r"that)\b|\bwhat do you remember (?:about|of|from)\b|\bthink of (?:it|that|this)\b",
    r"\bstory\b|\b(?:take|bring|carry)s? you back\b|\bmoment (?:of|in) your life\b",
    r"\bhappen(?:ed|s)? to you\b|\bties you\b|\bremember (?:a|one|some|any) "
    r"(?:day|time|moment)\b",
    r"\blast time\b|\bever (?:been|had|done)\b|\bwhen (?:were|did|was) (?:you|that|"
    r"it)\b",
    r"추억|떠오르|기억(?:나는|이|을|에)|관련된|생각나는|이어진|언제였",
)
WISH = _any(
    r"\b(?:like|want|love|wish|hope|choose|prefer|hoping|wanting)\b.*\bdream\b",
    r"\bdream(?:ing)? (?:of|about)\b|\b(?:kind|sort) of dream\b|"
    r"\bdreams? (?:that )?you(?:'ve| have|'d| would)\b|"
    r"\byour wish\b|\bwhat (?:dream|wish)\b|"
    r"\bwish for\b|\bdream (?:would|do|shall) you\b|\btheme\b|\btonight's dream\b",
    r"\bwhere would you (?:like|love|want) to (?:go|be)\b|"
    r"\bwhat (?:should|shall|could) (?:tonight|your dream|the dream|we)\b",
    r"꾸고 ?싶|무슨 꿈|어떤 꿈|소원|바라(?:는|시)|만나고 싶|가고 싶",
)
DETAIL = _any(
    r"\bdetails?\b|\blook(?:s|ed)? like\b|\bwhere\b|\bwho\b|\bwhich\b|\blike there\b",
    r"\b(?:see|saw|hear|heard|smell|smelled|taste|tasted|touch|notice|feel|felt|"
    r"describe|picture|colou?rs?|sounds?|scent)\b|\bmore about\b|\babout (?:it|that|"
    r"this|them|him|her)\b|\bwhat (?:is|was|were|are) (?:it|that|they|he|she)\b|"
    r"\bwhat (?:is|was|were|are|did) [^?]*\blike\b|\bwhat kind\b|\bwhat made\b|"
    r"\bwhat makes\b|\bspecial\b",
    r"어디|누구|누가|모습|보이|보여|보였|들리|들려요|들렸|냄새|자세히|어땠|어떤 (?:곳|"
    r"점|느낌|모습)",
)
FEELING = _any(
    r"\bhow (?:did|was|were|do|does|are) .*\b(?:feel|felt|feeling)|\bfeelings?\b",
    r"\bmood\b|\bemotion|\bfelt\b|\bfeel (?:in|during|when|about)\b|"
    r"\bhow was it for you",
    r"기분|느낌|감정|느꼈|느끼",
)
DREAM = _any(
    r"\bdream|\bremember|\brecall|\bmind\b|\bwak|\bwoke\b|\basleep\b|\bnight\b|"
    r"\bsleep(?:ing)?\b|\bslept\b",
    r"\b(?:see|saw|hear|heard|happen\w*|there|appear\w*|where|who|describe|going on)\b",
    r"꿈|기억|떠오|깨기|깨시|밤새|주무시|자는|무슨 일|보였|보았|나왔",
)
TRACE = _any(
    r"\beven a (?:feeling|bit|fragment|trace|small|tiny)|\bonly a feeling\b|"
    r"\bany (?:trace|fragment|feeling)\b|\ba feeling that stayed\b",
    r"느낌이라도|조금이라도|조각이라도",
)
MORE = _any(
    r"\blike to add\b|\bwant to add\b|"
    r"\b(?:anything|something|what|who|where|nothing|anyone|someone) (?:else|more)\b|"
    r"^\W*(?:please )?go on\b|\band then\s*\?|\bany ?more\b|\bmore\s*\?|\bmore (?:to|"
    r"you|that|of|from)\b|"
    r"\bwhat happened (?:next|then|after|before)\b|\bwhat came (?:next|then|after|"
    r"before)\b|\bany other\b|"
    r"\bkeep going\b|\belse\b|\btell me more\b|\bsay more\b|\bcontinue\b|"
    r"\bafter that\b",
    r"더 (?:있|말|들|기억|하고|떠오|이야기|얘기)|그 ?밖|"
    r"또 (?:있|다른|뭐|무엇|무슨|어떤)|그 ?다음|"
    r"그리고요|계속|다른 (?:건|것은)",
)
PRESSURE = _any(
    r"\bare you (?:really |quite |absolutely )?(?:sure|certain)\b|"
    r"\btry (?:harder|again|to remember|a (?:little|bit)|really)",
    r"\bthink (?:harder|again|carefully|back)|\bmust have\b|\breally nothing\b|"
    r"\bnothing at all\s*\?|\b(?:one more|another) try\b|"
    r"\bnot even (?:one|a single)\b|\bhonestly nothing\b",
    r"\bpicture it\b|\bimagine (?:it|that)\b|\bconcentrate\b|\bcome on\b|"
    r"\bbut (?:surely|certainly)\b|\bhow can you not\b|\byou have to (?:remember|"
    r"tell)\b",
    r"정말(?:요| ?없| ?아무|로 없)|확실(?:해|한|하)|다시 (?:잘 |한번 )?(?:생각|떠올)|"
    r"잘 생각해|노력해|분명히 .*(?:텐데|거예요)",
)
CONFIRM = _any(
    r"\b(?:did|do|have) i (?:get|got|hear|heard|have|understand|understood|catch)\b",
    r"\bis (?:that|this|it) (?:right|correct|so|it|okay|ok)\b|\bhave i got\b|"
    r"\bam i right\b|\bsound(?:s)? (?:right|good|okay)\b|\bdid you (?:say|mean)\b|"
    r"\bis that (?:how|what) you\b|\byou (?:said|mean)\b|\bgot (?:it|that) right\b",
    r"맞나요|맞아요|맞죠|맞습니까|맞을까요|말씀이(?:죠|신가요|세요)|제대로 (?:들|이해)",
)
LINE = _any(
    r"\b(?:crisis|suicide|life)\s?-?line\b|\bhotline\b|\bhelpline\b|\b988\b|\b109\b",
    r"\b116 ?123\b|\bemergency (?:number|services)\b|\bsamaritans\b|상담 ?전화|위기",
)
CLOSES = _any(
    r"\bgood ?night\b|\bsleep (?:well|tight)\b|\bsweet dreams\b|\bgood-?bye\b|\bbye\b",
    r"\brest well\b|\bhave a (?:good|lovely|nice|gentle|great|calm) (?:day|morning|"
    r"one)|\b(?:have|wish you) an? \w+ (?:day|morning|night)\b|"
    r"\benjoy your (?:day|morning)\b|\buntil tomorrow\b|\bleave you to\b|"
    r"\bsee you (?:tomorrow|in the morning)\b",
    r"\blet you (?:sleep|rest)\b|\bthat(?:'s| is) all (?:for|i)\b|\btake care\b|"
    r"\btime to sleep\b|\bdrift off\b",
    r"잘 자|안녕히 (?:주무|계|가)|좋은 꿈|좋은 하루|편안한 밤|푹 쉬|편히 주무|"
    r"잘 주무세",
)
INTERPRETS = _any(
    r"\b(?:that|this|it|which|dreams?|water) (?:probably |really |surely |often |"
    r"usually )?means?\b|\bmeans? that\b|\bstands? for\b|"
    r"\b(?:shows?|suggests?|tells? (?:us|me)|indicates?|reveals?) (?:that )?you\b",
    r"\bis a sign (?:that|of)\b|\bsymboli[sz]es?\b|\brepresents?\b|"
    r"\bsymbols? (?:of|for)\b|"
    r"\bsubconscious\b|\bunconscious\b|\bdeep down you\b",
    r"의미(?:해|합니다|하는|예요)|상징(?:해|합|하|이)|무의식|뜻이에요|뜻입니다",
)
NOISE = _any(
    r"^\W*(?:<\|?/?\w+[^>]*>|```|\{\s*\"|\[\s*\{|\w+\(\s*\"|\{\s*\w+\s*:)",
    r"\btool_call\b|\bfunction_call\b|\"arguments\"\s*:|\"tool\"\s*:",
)
COMMON = re.compile(
    r"\b(?:the|you|your|what|is|are|was|were|a|an|to|how|do|did|and|of|it|i|in|for|me|"
    r"that|this|can|may|tell|good|night|with|have|there|anything|else|please|hello|"
    r"ok|okay|yes|no|thanks|not|be|my|we|on)\b"
)
FEW = 3
"""Words, up to which a turn in Latin letters passes for English."""

SMALL_TALK = (
    "sleep slept rest well good morning evening day bed ready begin start comfortable "
    "okay fine share add talk chat help moment minute question tonight last now last "
    "night lovely nice dream remember recall wake woke waking mind feeling sure right "
    "correct hear understand mean say said told note write keep save listen happen "
    "anything else detail memory picture scene story part whole true real much long "
    "still maybe belong particular special certain clear able glad sorry thank welcome "
    "gently "
    "good-bye wish hope want like love describe 안녕 오늘 어제 지금 말씀 이야기 정말 "
    "혹시 "
    "조금 괜찮 잘 주무 깨 시작 준비 좋 네 있 나오 보이 맞 "
    "꿈에 꿈에는 꿈에서 꿈속에 꿈속에서 나왔나요 나왔어요 있었나요 있나요 보였나요"
)
"""Words that offer nothing, whatever the talk is about."""
