"""The words by which recall finds a text: those of every index, with English irregular forms as one word."""

from functools import cache

from memory.core.language.words import words

# Form by form what a stemmer leaves apart; the first one of a line stands for all of it.
_IRREGULAR = """
become became
begin began begun
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
find found
fly flew flown
forget forgot forgotten
give gave given
go went gone
grow grew grown
hear heard
hold held
keep kept
know knew known
lead led
leave left
lose lost
make made
meet met
pay paid
ride rode ridden
run ran
say said
see saw seen
sell sold
send sent
sing sang sung
sleep slept
speak spoke spoken
spend spent
swim swam swum
take took taken
teach taught
tell told
think thought
throw threw thrown
wear wore worn
win won
write wrote written
child children
man men
woman women
person people
foot feet
wife wives
life lives
"""


def recall_words(text: str) -> list[str]:
    """Return the content words of `text` as `words` does; "went" and "gone" are "go"."""
    bases = _bases()
    return [bases.get(word, word) for word in words(text)]


@cache
def _bases() -> dict[str, str]:
    lines = [[words(form) for form in line.split()] for line in _IRREGULAR.split("\n") if line]
    return {form[0]: base[0] for base, *forms in lines if base for form in forms if form}
