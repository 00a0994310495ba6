"""English words for what people are and have, as parts of patterns. Data for `rules_en.py` and its like."""

DEMONYM = (
    r"american|british|english|scottish|irish|welsh|french|german|italian|spanish|portuguese|dutch|belgian"
    r"|swiss|austrian|swedish|norwegian|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|chinese"
    r"|japanese|korean|indian|thai|vietnamese|indonesian|malaysian|australian|canadian|mexican|brazilian"
    r"|argentinian|african|asian|european|arab|jewish|christian|muslim|hindu|buddhist|catholic|protestant"
    r"|mormon|sikh|taiwanese|singaporean|egyptian|iranian|israeli|republican|democrat|vegan|vegetarian|linux"
    r"|windows|mac|java|python|gen|team|type|class|level|group|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|ok|okay|sorry|happy|sad|back|here|done|fine|good|great|sure|ready|tired|new|not|so|very"
    r"|really|just|also|still|always|never|trying|looking|going|working|using|writing|having|getting|thinking"
    r"|afraid|glad|curious|confused|interested|lost|stuck|busy|bored|hungry|sick|late|free|single|married|gay"
    r"|based|living|allergic|born|originally|currently|from|employed|self|part|proud|dad|mom|mum|bi|lesbian|aries"
    r"|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces"
    r"|infp|intj|hiv|adhd"
)
NATIONALITY = (
    r"american|british|english|scottish|irish|welsh|french|german|italian|spanish|portuguese|dutch|belgian|swiss"
    r"|austrian"
    r"|swedish|norwegian|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|chinese|japanese|korean|indian"
    r"|thai"
    r"|vietnamese|indonesian|malaysian|australian|canadian|mexican|brazilian|argentinian|taiwanese|singaporean|egyptian"
    r"|iranian|israeli|hungarian|romanian|bulgarian|croatian|serbian|nigerian|kenyan|ghanaian|moroccan|pakistani"
    r"|filipino"
)
NUMBER = r"(?:an?|one|two|three|four|five|six|\d)"
"""How many of something."""
OCCUPATIONS = (
    r"nurse|doctor|physician|surgeon|dentist|pharmacist|paramedic|therapist|psychologist|psychiatrist|vet"
    r"|veterinarian|midwife|teacher|professor|lecturer|tutor|student|researcher|scientist|physicist|chemist"
    r"|biologist|mathematician|statistician|engineer|developer|programmer|designer|architect|analyst"
    r"|administrator|sysadmin|technician|mechanic|electrician|plumber|carpenter|builder|welder|farmer|gardener"
    r"|fisherman|driver|pilot|sailor|soldier|firefighter|policeman|detective|policewoman|officer|lawyer"
    r"|attorney|solicitor|judge|paralegal|accountant|auditor|banker|broker|trader|economist|consultant|manager"
    r"|director|ceo|cto|cfo|founder|entrepreneur|owner|secretary|assistant|receptionist|recruiter|salesperson"
    r"|salesman|saleswoman|cashier|waiter|waitress|barista|bartender|chef|cook|baker|butcher|hairdresser"
    r"|barber|tailor|writer|author|novelist|poet|journalist|reporter|editor|translator|interpreter|librarian"
    r"|historian|photographer|painter|illustrator|artist|sculptor|musician|pianist|violinist|guitarist|drummer"
    r"|singer|composer|actor|actress|dancer|filmmaker|producer|athlete|coach|trainer|footballer|retiree"
    r"|pensioner|freelancer|contractor|intern|apprentice|homemaker|housewife|priest|pastor|monk|nun|translator"
    r"|geologist|astronomer|astronaut|radiologist|cardiologist|pediatrician|paediatrician|dermatologist"
    r"|neurologist|optician|optometrist|physiotherapist|dietitian|nutritionist|beekeeper|florist|jeweller"
    r"|watchmaker|surveyor|planner|logistician|courier|postman|janitor|cleaner|nanny|babysitter|social worker"
    r"|postdoc|phd candidate|product owner|scrum master|marketer|copywriter|youtuber|streamer|blogger|tester"
    r"|potter|weaver|brewer|winemaker|bookseller|publisher|printer|roofer|plasterer|glazier|tiler|joiner|mason"
    r"|bricklayer|miner|forester|ranger|rancher|trucker|cabbie|conductor|dispatcher|machinist|caretaker|carer|caregiver"
    r"|undertaker|curator|archivist|lobbyist|politician|diplomat|ambassador|councillor|imam|rabbi|vicar|chaplain|linguist"
    r"|proofreader|animator|luthier|dj|comedian|magician|jockey|lifeguard|masseuse|beautician|stylist|tattoo artist"
    r"|groomer|civil servant|registrar|trainee"
)
PARTNER = r"(?:wife|husband|hubby|missus|gf|bf|partner|girlfriend|boyfriend|fianc[eé]e?|spouse)"
CHILD = r"(?:son|daughter|kid|child|baby|boy|girl|stepson|stepdaughter)"
CHILDREN = r"(?:sons|daughters|kids|children|twins|boys|girls)"
ANIMAL = (
    r"(?:dog|cat|puppy|kitten|rabbit|parrot|hamster|bird|horse|tortoise|turtle|guinea pig|goldfish|pet"
    r"|ferret|pony|snake|kitty|pup|doggo|bunny|budgie|canary|cockatiel|lizard|gecko|hedgehog|chinchilla|gerbil|mouse"
    r"|rat"
    r"|fish|cow|goat|sheep|llama|donkey|chicken|hen|duck|retriever|labrador|lab|poodle|terrier|beagle|corgi|dachshund"
    r"|bulldog|shepherd|collie|husky|pug|spaniel|chihuahua|dalmatian|greyhound|mastiff|maltese|schnauzer|pointer|setter"
    r"|shiba(?: inu)?|akita|rottweiler|doberman|samoyed|tabby|siamese|maine coon|ragdoll|persian|bengal|sphynx|mutt"
    r"|mongrel|whippet|lurcher|vizsla|weimaraner|newfoundland|havanese|westie|pomeranian|great dane|bichon|basset"
    r"|bloodhound|cockapoo|labradoodle|cavapoo|goldendoodle|jack russell)"
)
PERSON = (
    r"(?:mother|mom|mum|father|dad|brother|sister|boss|manager|best friend|friend|colleague|coworker|co-worker"
    r"|roommate|flatmate|neighbou?r|doctor|dentist|teacher|grandmother|grandma|grandfather|grandpa|aunt|uncle"
    r"|cousin|grandson|granddaughter|stepmother|stepfather|landlord|therapist|niece|nephew|mother-in-law|father-in-law|brother-in-law|sister-in-law"
    r"|assistant|lawyer|coach|mentor)"
)
OLD = (
    r"(?:(?:two|three|four|oldest|eldest|youngest|older|younger|middle|elder|little|big|late|other|first|second|new"
    r"|twin|adopted|\d{1,2}.year.old) ){0,2}"
)
DEVICE = (
    r"(?:laptop|computer|pc|desktop|phone|smartphone|tablet|camera|car|watch|smartwatch|bike|bicycle"
    r"|printer|router|console|e-?reader|headphones|monitor|keyboard|motorbike|scooter)"
)
PHONES = (
    r"(?:iphone|pixel|galaxy|samsung|xiaomi|redmi|oneplus|huawei|oppo|vivo|fairphone|motorola|moto|nokia|xperia"
    r"|nothing phone)"
)
COMPUTERS = (
    r"(?:macbook|imac|mac mini|mac studio|thinkpad|surface|chromebook|dell|xps|framework|lenovo|asus|acer|hp|zenbook"
    r"|latitude|system76|tuxedo)"
)
