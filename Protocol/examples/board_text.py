"""The text of a body or a comment: scalars that keep their identity for ever (SPEC.md TXT).

An identity is a tuple (session, epoch, counter, offset): the operation that typed the scalar, and which
of those it typed. A text that stands in a board never changes: an edit changes a copy, which then takes
its place, so that a rejected operation leaves nothing behind (APL-003).
"""


def identity(value):
    """The identity that a *text-identity* names."""
    operation = value["operation"]
    return operation["session"], operation["epoch"], operation["counter"], value["offset"]


def identity_value(scalar):
    """A *text-identity*, to be written."""
    return {"operation": operation_of(scalar), "offset": scalar[3]}


def operation_of(scalar):
    """The *operation-id* of the operation that typed a scalar."""
    return {"session": scalar[0], "epoch": scalar[1], "counter": scalar[2]}


def typed_by(operation_id, offset):
    """The identity of the scalar that an operation types at an offset (TXT-008)."""
    return operation_id["session"], operation_id["epoch"], operation_id["counter"], offset


class Text:
    """Scalars from left to right, the deleted ones included, each linked to its neighbours.

    Before the first and behind the last scalar stands None, which links to them.
    """

    def __init__(self):
        self.scalars = {}  # What each identity is, deleted or not.
        self.deleted = set()
        self.right = {None: None}
        self.left = {None: None}

    def copy(self):
        text = Text()
        text.scalars, text.deleted = dict(self.scalars), set(self.deleted)
        text.right, text.left = dict(self.right), dict(self.left)
        return text

    def __len__(self):
        """How many scalars it holds, deleted ones included."""
        return len(self.scalars)

    def __contains__(self, scalar):
        return scalar in self.scalars

    def __iter__(self):
        """The identities from left to right."""
        scalar = self.right[None]
        while scalar is not None:
            yield scalar
            scalar = self.right[scalar]

    def is_visible(self, scalar):
        return scalar in self.scalars and scalar not in self.deleted

    def visible(self):
        """The identities of the scalars that are not deleted, from left to right."""
        return [scalar for scalar in self if scalar not in self.deleted]

    def shown(self):
        """The text a person sees."""
        return "".join(self.scalars[scalar] for scalar in self.visible())

    def insert(self, first, string, after):
        """Types a string directly right of a scalar, None for the start (TXT-010, TXT-011).

        `first` is the identity of its first scalar, and the others follow by their offsets.
        """
        session, epoch, counter, offset = first
        for index, character in enumerate(string):
            scalar = (session, epoch, counter, offset + index)
            self.put(scalar, character, after)
            after = scalar

    def put(self, scalar, character, after):
        behind = self.right[after]
        self.scalars[scalar] = character
        self.left[scalar], self.right[scalar] = after, behind
        self.right[after], self.left[behind] = scalar, scalar

    def delete(self, scalars):
        """Marks those it has as deleted, and says which were visible until then (TXT-013)."""
        newly = [scalar for scalar in scalars if self.is_visible(scalar)]
        self.deleted.update(newly)
        return newly

    def in_range(self, text_range):
        """The scalars of a *text-range* that it has."""
        session, epoch, counter, start = identity(text_range["start"])
        count = text_range["count"]
        if count <= len(self):
            named = ((session, epoch, counter, start + index) for index in range(count))
            return [scalar for scalar in named if scalar in self.scalars]
        return sorted(scalar for scalar in self.scalars  # A great range of which it can have little.
                      if scalar[:3] == (session, epoch, counter)
                      and start <= scalar[3] < start + count)

    def in_order(self, scalars):
        """Some of its scalars in the order of the text."""
        wanted = set(scalars)
        return [scalar for scalar in self if scalar in wanted] if wanted else []

    def compacted(self, most):
        """It without its deleted scalars, or without so many from the left (APL-115)."""
        text, dropped = Text(), 0
        for scalar in self:
            if scalar in self.deleted and dropped < most:
                dropped += 1
                continue
            text.put(scalar, self.scalars[scalar], text.left[None])
            if scalar in self.deleted:
                text.deleted.add(scalar)
        return text

    def runs(self):
        """Its canonical runs (TXT-006)."""
        runs, run = [], None
        for scalar in self:
            deleted = scalar in self.deleted
            if run is None or deleted != run.deleted or not run.takes(scalar):
                run = Run(scalar, deleted)
                runs.append(run)
            run.add(scalar, self.scalars[scalar])
        return [run.value() for run in runs]

    def add_runs(self, runs):
        """Puts runs of a snapshot behind what it holds; a run that was cut is joined again (SNP-007).

        Gives False where it holds one of their identities (SNP-012).
        """
        for run in runs:
            session, epoch, counter, offset = identity(run["start"])
            for index, character in enumerate(run["text"]):
                if run["step"] == "offset":
                    scalar = (session, epoch, counter, offset + index)
                else:
                    scalar = (session, epoch, counter + index, 0)
                if scalar in self.scalars:
                    return False
                self.put(scalar, character, self.left[None])
                if run["deleted"]:
                    self.deleted.add(scalar)
        return True


class Run:
    """A canonical run while it grows (TXT-006)."""

    def __init__(self, start, deleted):
        self.start, self.deleted = start, deleted
        self.last, self.step = None, None
        self.text = []

    def takes(self, scalar):
        """Whether the scalar continues it: its second scalar decides which step it has."""
        session, epoch, counter, offset = self.last
        if scalar == (session, epoch, counter, offset + 1):
            return self.step in (None, "offset")
        if offset == 0 and scalar == (session, epoch, counter + 1, 0):
            return self.step in (None, "operation")
        return False

    def add(self, scalar, character):
        if self.last is not None:
            self.step = "offset" if scalar[2] == self.last[2] else "operation"
        self.last = scalar
        self.text.append(character)

    def value(self):
        return {"start": identity_value(self.start), "step": self.step or "offset",
                "deleted": self.deleted, "text": "".join(self.text)}


def ranges(scalars):
    """Scalars as *text-range*s that go on as long as the next one has the next offset (APL-057)."""
    found = []
    for scalar in scalars:
        if found:
            first, count = found[-1]
            if scalar == (*first[:3], first[3] + count):
                found[-1] = (first, count + 1)
                continue
        found.append((scalar, 1))
    return [{"start": identity_value(first), "count": count} for first, count in found]


def place_between_words(text, context, reach):
    """What accepted text goes right of, and what goes in front of it (APL-123).

    The leftmost place among the first scalars, as many as `reach`, where both sides of the context are
    found, else where its `before` is, else behind all that is visible, in a line of its own.
    """
    visible = text.visible()
    shown = "".join(text.scalars[scalar] for scalar in visible[:reach])
    before, after = context["before"], context["after"]
    end = -1
    if before or after:
        end = end_of(shown, before, before + after)
    if end < 0 and before:
        end = end_of(shown, before, before)
    in_front = "\n" if end < 0 and visible else ""
    if end < 0:
        end = len(visible)
    return visible[end - 1] if end else None, in_front


def end_of(shown, before, wanted):
    """Where `before` ends in the leftmost `wanted` that begins with it, or -1."""
    found = shown.find(wanted)
    return found + len(before) if found >= 0 else -1
