"""Phrases of risk, and of the idioms, comfort and grief that only sound like it."""

from __future__ import annotations

import re

from .text import verbose

_SELF = r"(?:myself|himself|herself|themsel(?:f|ves)|yourself)"
_BY_ACCIDENT = (
    r"(?!\s(?:on\s(?:a|the|my|some)|at\s(?:work|home|practice|training|football|the\s"
    r"(?:gym|game))|while\b|with\s(?:the|hot|boiling|a\s(?:pan|knife|tin))"
    r"|out\b|off\b|some\sslack|a\b|in\sthe\sfoot|laughing|working|studying|training"
    r"|short|(?:by\s)?(?:fall|trip|ski|play|climb|cook|chop|peel|slic|shav|garden"
    r"|run)\w*ing"
    r"|doing\ssport|again\s(?:at|skiing)|when\si\s(?:was\s)?(?:fell|trip|slip|ski"
    r"|play|climb|cook|chop|peel|slic|shav|open|stumbl|jump)\w*))"
)
EXPLICIT = verbose(
    rf"""
      \b(?:kill(?:s|ing|ed)?|hang(?:s|ing)?|harm(?:s|ing|ed)?|hurt(?:s|ing)?
          |poison(?:ing)?|drown(?:ing)?|shoot(?:ing)?|starv(?:e|es|ing)
          |burn(?:s|ing)?|cut(?:s|ting)?|punish(?:es|ing)?|throw(?:ing)?|end
              (?:ing)?)\s{_SELF}\b{_BY_ACCIDENT}
    | \bself[\s-]?harm\w*
    | \b(?:end|ends|ending|take|takes|taking|took)\s(?:my|his|her|their)\s
        (?:own\s)?li(?:fe|ves)\b(?!\s(?:seriously|in\smy|back|to\sthe|slow))
    | \bend(?:ing)?\sit\sall\b
    | \b(?:want(?:s|ed)?|going|thinking|thought|planning|ready|plan|decided)\s(?:to
        |of|about)\s(?:just\s)?end(?:ing)?\s(?:it|things|everything)\b
        (?!\s(?:here|there|early|with|the|session|now\splease|for\s(?:today
            |tonight|now)))
    | \bput(?:ting)?\san\send\sto\s(?:it\sall|myself|my\slife|everything)\b
    | \bsuicid(?:e|al)\b
    | \b(?:want(?:s|ed|ing)?|wanna|wish(?:es)?|hope[sd]?|plan(?:ning|s)?|ready|going
        |prefer|like)\s
        (?:to\s|i\s(?:could\s|would\s|had\s|just\s)?|that\si\s)?(?:just\s)?
            (?:die[ds]?|be\sdead|were\sdead|was\sdead)\b
        (?!\sfor\b|\sof\b|\sladl|\slaughing)
    | \b(?:rather|better\soff|should)\s(?:be\s|have\s)?(?:dead|die[d]?)\b(?!\sthan\s
        (?:eat|wear|go))
    | \b(?:wish|if)\si\s(?:was|were|had)\s(?:dead|died)\b | \bshouldn't\s
        (?:even\s)?be\salive\b | \bdon't\sdeserve\sto\s(?:live|be\salive|exist)\b
    | \b(?:don't|do\snot|doesn't|does\snot|didn't|no\slonger|never)\s(?:really\s
        |even\s)?
        (?:want|wants|wanna|feel\slike|care)\s?(?:to\s)?
        (?:be\s(?:alive|living)|living|live|exist|be\son\sthis\searth)\b
        (?!\s(?:in|with|at|near|alone|there|by|next|on\smy|here|abroad|together|far))
    | \b(?:don't|doesn't|do\snot|does\snot)\swant\sto\sbe\s(?:here|around)\sany\s?more\b
    | \b(?:stop|cease)\s(?:to\sexist|existing)\b | \bdie\sin\smy\ssleep\b | \b
        (?:pass|slip)\saway\sin\smy\ssleep\b
    | \boverdos(?:e|ing)\b(?!\son\s(?:chocolate|coffee|sugar|cake|tv|candy|cheese
        |sun|caffeine|cookies|sweets|cuteness|news))
    | \b(?:take|took|taken|taking|swallow(?:ed|ing)?)\s(?:all\s(?:of\s)?(?:my|the
        |his|her|those|these)
        |too\smany|a\s(?:lot|bunch|handful)\sof|the\swhole\s(?:box|bottle|pack)\sof)\s?
        (?:\w+\s)?(?:pills?|tablets?|medication|meds|medicine)\b
    | \b(?:pills?|tablets?|meds|medication)\b[^.?!]{{0,50}}?\b(?:take|swallow|taking
        |swallowing)\s(?:them\sall|all\sof\sthem|the\slot|everything|every\sone)\b
    | \b(?:sav(?:e|ed|ing)|stockpil\w+|hoard\w*|collect(?:ed|ing)|count(?:ed|ing))\s
        (?:up\s)?(?:my|the|his|her)\s(?:\w+\s)?(?:pills?|tablets)\b
    | \b(?:jump(?:ing|ed|s)?|leap(?:ing)?|throw\smyself)\s(?:off|from)\s(?:a|the|my
        |our|that)\s(?:\w+\s)?(?:bridge|roof|building|balcony|window|cliff)\b
        (?!\s(?:into\sthe\s(?:pool|sea|lake|water|river)|with\sa\s(?:parachute
            |bungee|rope)|in\s(?:a|the|my)\s(?:game|dream|film)))
    | \b(?:jump(?:ing)?|step(?:ping)?|walk(?:ing)?|throw(?:ing)?\smyself|ly?i?(?:e
        |ng)\sdown)\s(?:in\sfront\sof|under|onto|into)\s(?:a|the|an\soncoming)?\s?
        (?:train|car|bus|truck|traffic|tracks|rails)\b
    | \b(?:driv(?:e|ing)|steer(?:ing)?)\s(?:\w+\s){{0,2}}?(?:into|off)\s(?:a|the)\s
        (?:tree|wall|bridge|cliff|river)\b
    | \bwalk(?:ing)?\sinto\sthe\s(?:sea|river|water|lake)\sand\s(?:not|never|don't)\b
    | \bslit(?:ting)?\s(?:my|his|her)\swrists?\b | \b(?:razor|blade
        |knife)\b[^.?!]{{0,25}}\b(?:wrists?|my\s(?:arms?|skin|thighs?))\b
    | \b(?:wish|hope)\s(?:that\s)?(?:a|the|some)\w*\s(?:\w+\s){{0,3}}?(?:hit|hits
        |kills?|ran\sover|crush(?:es)?)\sme\b
    | \bdo\ssomething\s(?:\w+\s)?to\smyself\b
    | \bthink(?:ing)?\s(?:\w+\s){{0,2}}?(?:about|of)\s(?:my\s(?:own\s)?death
        |death\sall|dying(?!\smy)|being\sdead|not\sbeing\s(?:here|alive))\b
    | \bkms\b | \bkys\b | \bunaliv(?:e|ing)\b
    | \b(?:want|going|plan(?:ning)?|gonna)\s(?:to\s)?(?:kill|stab|shoot|strangle)\s
        (?:him|her|them|my\s\w+|somebody|someone|people)\b(?!\s(?:time|mood|darlings))
    """
)
FEAR_OF_IT = verbose(
    r"""
      (?:don't|do\snot|never|not)\s(?:really\s|actually\s|ever\s)?(?:want(?:ed)?\sto
      |wish\sto)\s(?:die|be\sdead)
      | (?:not|never|n't)\s(?:been\s|feeling\s|feel\s|at\sall\s)?suicidal
      | \bsuicide\s(?:squad|mission|by\sworkload)
      | \b(?:embarrass\w*|awkward|cringe\w*
          |mortif\w*)\b[^.?!]{0,30}?\bwanted\sto\sdie\b
    """
)
KO_EXPLICIT = verbose(
    r"""
      죽고\s?싶(?!을\s?만큼|지\s?않|지는\s?않) | 죽어\s?(?:버리|버릴|버려)(?:고|야
          |ㄹ|릴)?\s?(?:싶|겠|야)
    | 죽을\s?(?:거예요|거야|래요|생각|방법|결심) | 죽으(?:려고|려는|면\s?(?:좋|편|다
        |끝))
    | 자살(?!골) | 자해 | 극단적(?:인)?\s?선택 | 목숨을\s?(?:끊|버리) | 스스로\s?목숨
    | (?:살기|살기가|사는\s?게)\s?싫 | (?:더|더는|더\s?이상)?\s?살고\s?싶지\s?
        (?:가\s?)?않
    | 목을\s?(?:매|맬|맸) | 손목을?\s?(?:긋|그[은어었을]) | 뛰어내리(?:고\s?싶|려고
        |면\s?(?:다|편|좋)|ㄹ)
    | (?:약|수면제)(?:을|를)?\s?(?:다|전부|모두|한꺼번에|한\s?통)\s?(?:다\s)?(?:먹
        |삼키|삼켰|털어)
    | 죽여\s?버리(?:고|ㄹ)|죽여\s?버릴 | 나를?\s?해치 | 저를?\s?해치
    """
)
VEILED = verbose(
    r"""
      \b(?:better|happier|easier|better\soff|fine|relieved|lighter)\s
          (?:\w+\s){0,3}?(?:without\sme\b|if\si\s(?:was|were|wasn't|weren't|am|just)\b
          (?!\s(?:on\stime|early|there|with|at|in)))
    | \b(?:says?|said|thinks?|writes|wrote|believes?|feels?)\b[^.?!]{0,40}?\b
        (?:better\soff|happier)\swithout\s(?:him|her|them)\b
    | \bif\si\s(?:(?:just|simply|only)\s)?(?:disappeared|vanished|stopped\sexisting
        |weren't\shere|wasn't\shere|were(?:n't)?\s(?:gone|around)|was(?:n't)?\s(?:gone
        |around)
          |never\swoke(?:\sup)?|didn't\swake(?:\sup)?|no\slonger\sexisted)\b
    | \b(?:no|any|a|much|see\sthe|what's\sthe|what\sis\sthe|little)\s(?:reason|point
        |sense|purpose)\s(?:left\s)?(?:to|in|of|for)\s(?:me\sto\s)?
        (?:keep\s(?:going|trying|living|fighting)|carry(?:ing)?\son|go(?:ing)?\son
            |liv(?:e|ing)\b(?!\s(?:in|with|near))|being\s(?:here|alive)|wak(?:e
            |ing)\sup(?!\s(?:early|before|at|now|so))
          |exist\w*|(?:my\s)?life\b|it\sall|all\s(?:of\s)?this|stay(?:ing)?\s
              (?:alive|here)|going\b(?!\s(?:to|there|out|home))|anything\b(?!\selse)
              |it\sany\s?more)
    | \bnothing\s(?:left\s)?(?:to\slive|worth\sliving|for\sme\shere)\b(?:\sfor)? 
        | \blife\s(?:is\snot|isn't|has\snot\sbeen)\sworth | \blife\s(?:has\sno|is)\s
        (?:meaning(?:less)?|pointless|over\sfor\sme)\b
    | \bthere(?:'s|\sis)\sno\s(?:point|hope|way\sout)(?:\s(?:any\s?more|left
        |for\sme))?(?=[.,;!?]|$) | \bonly\sway\sout\b | \b(?:no|see\sa|see\sno
        |see\sany)\sfuture\s?(?:for\sme|any\s?more|left)?(?=[.,;!?]|$)
    | \b(?:can't|cannot|can\snot|couldn't)\s(?:go\son|carry\son|keep\sgoing|take\s
        (?:it|this|life)|bear\s(?:it|this|living|being\salive)|live\slike\sthis
        |keep\sliving|keep\sfighting|fight)\b
        (?!\s(?:holiday|vacation|a\strip|call|medication|pill|train|bus|to\sthe
            |it\soff))(?:\sany\s?more|\slike\sthis)?
    | \b(?:can't|cannot)\sdo\sthis\sany\s?more\b | \btoo\s(?:tired|weak
        |exhausted)\sto\s(?:go\son|keep\sgoing|live|carry\son|fight\b)
    | \bdon't\sknow\s(?:how|if)\s(?:much\slonger\s)?(?:i\scan\s|to\s|i'll\s
        |i\swant\sto\s)(?:keep\s(?:going|living)|go\son|be\shere|carry\son)\b
    | \b(?:burden)\s(?:\w+\s){0,3}(?:much\slonger|any\s?more)\b | \b(?:i'm|i\sam
        |being|just|such)\s(?:just\s|only\s)?a\s(?:burden|waste\sof\s(?:space|air
        |oxygen))\b
    | \b(?:won't|will\snot|not\s(?:going\sto|gonna)|don't\s(?:think|know\sif
        |believe)\s(?:i'll|i\swill|that\si'll)|doubt\s(?:i'll|that\si'll)|might\snot
        |may\snot)\s
        be\s(?:here|around|alive|a\s(?:burden|problem|bother))\s(?:\w+\s){0,3}?
            (?:tomorrow|much\slonger|any\s?more|longer|for\slong|next\s(?:week|month
            |year)|when\syou|in\sthe\smorning|to\ssee)\b
    | \bwon't\shave\sto\s(?:deal\swith|worry\sabout|put\sup\swith|look\safter
        |carry)\sme\b | \b(?:soon|once|after|when)\s(?:i'm|i\sam|i'll\sbe)\sgone\b 
        | \bi'll\s(?:soon\s)?be\sgone\s(?:soon|for\sgood|forever)\b
    | \b(?:tired|sick|done|exhausted|weary|enough)\s(?:of|with|from)\s(?:being\s
        (?:alive|here)|living|life|existing|everything|it\sall|fighting|trying\sto\s
        (?:live|go\son|hold))\b
        (?!\s(?:in|with|at|out|alone|near|next|on|from))
    | \bdone\s(?:fighting|trying|living)\b | \b(?:is|was|were|be)\smy\slast\s
        (?:night|day|evening|morning)\b(?!\s(?:in|at|here|of|with|before|as|off|on\s
        (?:the|this)))
    | \b(?:lost|losing|no)\s(?:the\s|my\s|any\s)?will\sto\slive\b | \b(?:give|gave
        |given|giving)\sup\son\s(?:life|living|everything|myself)\b | \b(?:hate
        |despise)\s(?:my\slife|being\salive|living)\b
    | \bwish(?:ed|es)?\s(?:that\s)?(?:i\s)?(?:(?:had|was|were)\s)?never\s(?:been\s)?
        (?:born|existed)\b | \bi'd\snever\sbeen\sborn\b | \bi\sdidn't\sexist\b 
        | \bnot\sexist\b
    | \b(?:make|want|need|wish|wants|ready\sfor|waiting\sfor)\s(?:for\s)?(?:it|this
        |everything|life|things|the\spain|all\sof\s(?:it|this))\s(?:all\s)?(?:to\s
        |would\s)?(?:just\s)?
        (?:stop(?!\s(?:beep|blink|ring|buzz|snor|rain|at|when|after|now\splease))
            |end\b(?!\s(?:at|here|well))|(?:be\s)?over\b(?!\s(?:there|here)))(?!\s?
            (?:beep|blink|ring|buzz|snor))
    | \bit(?:'ll|\swill)\s(?:all\s)?be\sover\ssoon\b | \bsoon\s(?:it|nothing
        |none\sof\sit)\s(?:won't|will)\s(?:not\s)?(?:matter|hurt)\b
    | \bready\sto\s(?:go|leave)\sfor\s(?:good|ever)\b | \bsa(?:y|id|ying)\s(?:my
        |our)\s(?:last\s|final\s)?goodbyes\b | \b(?:last|final)\sgoodbyes?\b
    | \bgoodbye\sfor\s(?:good|ever)\b | \bmy\slast\snight\s(?:on\searth|alive)\b 
        | \bsuicide\snote\b | \b(?:written|wrote|writing)\s(?:goodbye\s)?letters\sto\s
        (?:everyone|everybody|all|my\sfamily)\b
    | \b(?:giv(?:e|ing|en)|gave)\saway\s(?:all\s)?(?:of\s)?my\s(?:things|stuff
        |belongings|clothes)\b
    | \b(?:want|wanna|wish|hope|going|need|would\slike|'d\slike|soon)\s(?:to\s
        |i\scould\s)?(?:just\s)?(?:be\swith|join|follow)\s
        (?:him|her|them|my\s\w+)\s(?:\w+\s)?(?:in\s(?:heaven|the\sgrave|death)
            |on\sthe\sother\sside|up\sthere|forever|wherever\s(?:he|she|they))\b
    | \b(?:want|wish|going|hope)\s(?:to\s|i\scould\s)(?:just\s)?(?:join|follow)\s
        (?:him|her|my\s(?:late\s|dead\s)?(?:mother|father|mom|mum|dad|wife|husband|son
        |daughter|brother|sister))(?=[.,;!]|$|\ssoon|\snow|\stoo)
    | \b(?:nobody|no\sone|no-one)\swould\s(?:\w+\s){0,2}?(?:notice|miss\sme|care)\b
        (?!\sif\si\s(?:left\sthe|skipped|wore))
    | \beyes\s(?:\w+\s){0,2}?(?:stay(?:ed)?|shut|close[d]?|never\sopen)\s?
        (?:\w+\s){0,2}?(?:closed|shut|for\sgood|forever|again)\b
    | \b(?:nap|sleep|rest)\s(?:that|which|i)\s(?:never\sends|lasts\sforever
        |don't\swake\s(?:up\s)?from)\b
    | \b(?:sleep|rest|asleep)\s(?:\w+\s){0,3}?(?:and|then|so)\s(?:\w+\s){0,3}?(?:not
        |never|don't|won't)\s(?:\w+\s){0,2}?(?:wak(?:e|ing)|open\smy|come\sback
        |get\sup\sagain)\b
    | \bwithout\s(?:ever\s)?waking\sup\s(?:again|ever)\b | \b(?:drift|slip|fade
        |float)\s(?:off|away)\s(?:for\s(?:good|ever)|forever|and\s(?:never|not))\b
    | \bin\sa\s(?:hole|box)\s(?:in|under)\sthe\sground\b | \bsix\sfeet\sunder\b
    """
)
SLEEPING = verbose(
    r"""
      \b(?:sleep|stay\sasleep|asleep|rest)\s(?:\w+\s){0,2}?(?:for\s?ever|for\sgood
          |for\sall\stime|eternally)\b
    | \b(?:never|not|don't|didn't|won't|wouldn't)\s(?:\w+\s){0,4}?(?:wak(?:e|ing)\s?
        (?:up)?|(?:re)?open\smy\seyes)\b
    | \bi\s(?:just\s|only\s|really\s|sometimes\s|often\s|could\s)*(?:want|wish
        |'d\slike|would\slike)\s(?:\w+\s){0,3}?(?:to\s|i\scould\s)(?:just\s)?
        (?:disappear|vanish|fade\saway|not\sexist)\b
    """
)
"""Also said by people who are simply comfortable: read together with what is around."""
COMFY = verbose(
    r"""
      \b(?:co[sz]y|comfy|comfortable|warm|soft|snug|nice|lovely|blanket|pillows?|bed
      |mattress|duvet
        |heavenly|bliss|lagoon|sunset|embarrass\w*|cocoon|lovely|soft|sheets|quilt
            |sweet|happy|film|movie|book|game|beautiful|good\sdream|great\sdream|dream
            |early|late|before|alarm|until|till|lazy|holiday
        |weekend|sunday|saturday|massage|hammock|work|school|at\sthree|at\snight
            |in\sthe\smiddle|once|easily
        |from\s(?:it|that|this|the)|at\sall\slast|last\snight|the\s(?:baby|kids?
            |children|neighbou?rs?|cat|dog))\b
    """
)
GLOOM = verbose(
    r"""
      \b(?:pain|hurts?|hopeless|empty|alone|tired\sof|face\s(?:it|this|anything
      |tomorrow|the\sday)|anymore|any\smore|end|over|gone
        |point|burden|die|dead|ever\sagain|just\swant|numb|worthless
            |nothing\smatters|unbearable)\b
    """
)
KO_VEILED = verbose(
    r"""
      (?:안|못)\s?(?:깨어?났|깨|깨어나|일어났|일어나)[가-힣]*\s?(?:좋|싶|바라|편)
    | (?:깨어나|깨|일어나|눈\s?뜨|눈을\s?뜨)(?:지|고\s?싶지)\s?(?:않|말)[가-힣]*
        (?:\s?(?:좋|싶|바라))?(?!.{0,12}(?:일찍|알람))
    | (?:모든\s?걸|모든\s?것을|다|전부)\s?(?:놓아?\s?버리|놓고|내려놓|포기하)고?\s?싶
    | 눈을?\s?(?:안|못)\s?[뜨떴뜰뜬][가-힣]*\s?(?:좋|싶)
    | 영원히\s?(?:잠들|자고|쉬고|잘|잤)[가-힣]*
    | (?:다|모두|전부|모든\s?걸|모든\s?것을|인생을?|삶을)\s?(?:다\s)?끝내(?:고\s?싶
        |버리|려고|ㄹ|면) | 다\s?끝났으면
    | (?:사라|없어)(?:지고\s?싶(?!지)|졌으면|져\s?버리|지는\s?게|지면\s?(?:다|모두
        |편|좋))
    | (?:내|제|나|저)(?:가|만)?\s?(?:없(?:는\s?게|으면|어지면|어도)|사라지면|사라져도)
    | (?:살아야\s?할|살|사는)\s?(?:이유|의미|가치|낙)(?:가|를|도)?\s?(?:없|모르|못)
    | 더\s?(?:이상\s?|는\s?)?(?:못\s?(?:버티|살|견디)|버틸\s?(?:힘|자신|이유|수)\s?
        (?:가\s?)?없|견딜\s?수\s?(?:가\s?)?없)
    | 더는\s?(?:못\s?(?:버티|살|견디)|버틸|견딜)
    | (?:짐|폐)(?:만|이|밖에)\s?(?:되|돼|안\s?되) | 태어나지\s?(?:않|말)(?:았|았으면
        |걸) | 마지막\s?(?:인사|밤이)
    | 곁으로\s?(?:가고\s?싶|갈래|갈\s?거) | (?:따라|뒤따라)\s?(?:가고\s?싶|죽)
    """
)
KO_COMFY = verbose(
    r"행복|만큼|포근|따뜻|편안|푹신|부드러|아늑|좋은\s?꿈|행복한\s?꿈|일찍|알람|주말"
    r"|이불|침대|방해|밤새|중간에"
)
_OTHER = (
    r"(?:(?:my|a|our|his|her|the|this)\s(?:\w+\s){0,2}?(?:friend|brother|sister|son"
    r"|daughter|mother|father|mom|mum|dad|wife"
    r"|husband|partner|boyfriend|girlfriend|roommate|flatmate|neighbou?r|colleague"
    r"|coworker|co-worker|cousin|uncle|aunt"
    r"|nephew|niece|child|kid|boss|student|teacher|grandmother|grandfather|grandma"
    r"|grandpa|ex|twin|guy|girl|man|woman|person)"
    r"|someone|somebody|he|she|they)"
)
SUBJECT = verbose(rf"\b(?:(?P<self>i|i'm|i've|i'd|i'll|myself)|{_OTHER})\b")
OWN = re.compile(r"\b(?:me|my|myself|i|i'm|i'll|i've)\b", re.IGNORECASE)
KO_OTHER = re.compile(
    r"(?:친구|동생|언니|누나|오빠|형|엄마|아빠|어머니|아버지|아들|딸|남편|아내"
    r"|룸메이트|동료|이웃|선배|후배|남자친구|여자친구|사촌|조카|걔|그\s?사람|그녀"
    r"|누군가)"
    r"(?:이|가|는|은|도|께서|한테|의)?(?=[\s,])"
)
OTHERS_OWN = re.compile(r"\b(?:him|her|them)sel", re.IGNORECASE)
PAST_LOSS = verbose(
    r"""
      \b(?:killed|hanged|hung|drowned|shot)\s(?:himself|herself|themselves)\b 
      | \btook\s(?:his|her|their)\s(?:own\s)?life\b
      | \b(?:died\sby|committed|lost\s(?:\w+\s){1,3}to|after\s(?:the|his|her)|(?:his
          |her|father's|mother's|brother's|sister's|friend's))\ssuicide\b
      | 자살(?:했|하셨|로\s?(?:떠|잃|세상))|세상을\s?떠"""
)
"""A death that has happened: grief, and no longer a risk of theirs."""
AWAY = verbose(
    r"\b(?:staying|stay\sat|travel\w*|trip|hotel|flight|fly|visit\w*|work|holiday"
    r"|vacation|mov(?:e|ing)|out\sof\stown|weekend|train|back\son)\b"
)
PRESENCE = verbose(r"be\s(?:here|around)|gone\b")
THINGS = verbose(
    r"""
      \b(?:headband|band|speaker|phone|alarm|volume|button|app|device|questions?|music
      |noise|pinch\w*|itch\w*|heat|cable|snoring|blanket)\b
    """
)
WEARY = verbose(r"can't|cannot|stop|be\sover|end\b")
