"""Packs to look at: made up, of any size, and one whose every text is an attack."""

from graphpack.model.codes import Mode
from graphpack.model.conversation import Conversation, ConversationSource, Message, Role, Text
from graphpack.model.graph import About, ContextGraph, Node, PackSource, Relationship, Source
from graphpack.model.record import Record
from graphpack.model.report import Cut, Report, Strategy
from graphpack.packs import Loaded
from graphpack.verify import Places

TYPES = ("decision", "fact", "problem", "goal", "context", "assumption", "code")
STATUSES = (None, "open", "resolved", "active", "blocked", "deferred")
SUBJECTS = ("boiler", "greenhouse", "ledger", "ferry timetable", "choir", "bee yard", "archive")
LINE = "{who} said that the {what} {n} is kept at {m} degrees until the inspection in autumn."

ATTACKS = (
    "<script>window.hit=1</script>",
    '<img src=x onerror="window.hit=1">',
    "\"'><svg/onload=window.hit=1>",
    "</script><script>window.hit=1</script>",
    "javascript:window.hit=1",
    "{{ 7*7 }}{% raw %}${window.hit=1}",
    "<!--<script>--><style>*{display:none}</style>",
    "&lt;img src=x onerror=window.hit=1&gt;",
    "\u202e</pre></article><iframe srcdoc='<script>parent.hit=1</script>'>\u2028",
)


def talk(size):
    """A conversation of two people, a message for each statement."""
    people = ("Ines", "Tarek")
    messages = tuple(
        Message(
            n,
            Role.USER,
            (Text(f"Good morning.\n{_line(n)}\nMore tomorrow."),),
            author=people[n % 2],
        )
        for n in range(size)
    )
    return Conversation("made-up", "The estate", ConversationSource("estate.txt", "made"), messages)


def _line(n):
    return LINE.format(who="Ines" if n % 2 else "Tarek", what=SUBJECTS[n % 7], n=n, m=10 + n % 60)


def _source(n):
    start = len("Good morning.\n")
    return Source(message=n, part=0, start=start, end=start + len(_line(n)), quote=_line(n))


def pack_of(size):
    """A pack of so many statements; every tenth takes the place of the one five before it."""
    nodes, ties = [], []
    for n in range(size):
        kind = TYPES[n % 7]
        replaced = n % 10 == 0 and n + 5 < size
        nodes.append(
            Node(
                id=f"n{n + 1}",
                type="decision" if n % 5 == 0 else kind,
                importance=("high", "medium", "medium", "low")[n % 4],
                status="abandoned" if replaced else STATUSES[n % 6],
                title=f"{SUBJECTS[n % 7].capitalize()} {n}" if n % 3 == 0 else None,
                summary=_line(n),
                confidence=0.7 if kind == "assumption" else None,
                sources=(_source(n),),
            )
        )
        if replaced:
            ties.append(Relationship(start=f"n{n + 6}", end=f"n{n + 1}", type="supersedes"))
        elif n > 3 and n % 4 == 0:
            ties.append(Relationship(start=f"n{n + 1}", end=f"n{n - 2}", type="depends_on"))
    about = About(
        compressed_at="2026-03-04T05:06:07Z",
        source=PackSource(format="made", title="The estate", messages=size, tokens=size * 30),
    )
    graph = ContextGraph(
        description="The estate's boiler, greenhouse and books; the inspection is still ahead.",
        nodes=tuple(nodes),
        relationships=tuple(ties),
        handoff="Resuming: the estate. Open: the boiler (n2).",
        about=about,
    )
    gone = Node(id="n9001", type="fact", importance="low", summary="The gate squeaks.")
    cut = Cut("n9001", "dropped", "over the budget", gone.summary, 12)
    report = Report("offline", Strategy.SINGLE_PASS, size * 30, 400, "o200k_base", cuts=(cut,))
    return Loaded("estate.json", graph, Mode.ARCHIVE, Record(report, "0" * 64, (gone,)))


def places_of(size):
    return Places(talk(size))


def attacked():
    """A pack each of whose fields holds markup that would run where it was not escaped."""
    every = "".join(ATTACKS)
    quote = Source(message=0, part=0, start=0, end=len(every), quote=every, session=every)
    nodes = [
        Node(
            id=f"n{n + 1}{attack}",
            type="fact" if n % 2 else attack,
            importance="high",
            status="open",
            title=attack,
            summary=attack,
            children=(Node(id=f"n{n + 1}.1", type="code", summary=attack, sources=(quote,)),),
            sources=(quote,),
        )
        for n, attack in enumerate(ATTACKS)
    ]
    nodes.append(Node(id="n99", type="decision", status="abandoned", summary=every))
    ties = (
        Relationship(start=nodes[0].id, end="n99", type="supersedes"),
        Relationship(start=nodes[1].id, end=nodes[2].id, type=every),
    )
    graph = ContextGraph(
        description=every,
        nodes=tuple(nodes),
        relationships=ties,
        handoff=every,
        about=About(
            compressed_at="2026-03-04T05:06:07Z",
            generator=every,
            source=PackSource(format=every, title=every, messages=1, tokens=1),
        ),
        meta={"note": every},
    )
    gone = Node(id="n77", type="fact", importance="low", summary=every, sources=(quote,))
    cut = Cut("n77", every, every, every, 1)
    report = Report(every, Strategy.SINGLE_PASS, 1, 1, every, cuts=(cut,))
    return Loaded(every, graph, Mode.ARCHIVE, Record(report, "0" * 64, (gone,)))


def attacked_places():
    every = "".join(ATTACKS)
    message = Message(0, Role.USER, (Text(every),), author=every)
    reply = Message(1, Role.ASSISTANT, (Text(every),), author=every)
    source = ConversationSource(every, every)
    return Places(Conversation(every, every, source, (message, reply)))
