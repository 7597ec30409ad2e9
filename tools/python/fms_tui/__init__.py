"""Which attributes to judge, and how often each, to predict a label within a budget.

    import fms_tui as fms
    study = fms.Study(df, object="id", rater="judge", label="human")
    plan = study.select(budget=20)
    plan.table, plan.r2, plan.error, plan.sentence
    plan.predictor().predict(new_df)

Every figure comes from the program fms-tui: this module hands data over, and reads its
JSON. A predictor alone needs no process, only numpy. pandas is needed for DataFrames, and
scikit-learn for Selector in pipelines. See docs/dev/python.md.
"""

from __future__ import annotations

import csv
import functools
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

__all__ = ["Error", "Plan", "Predictor", "Selector", "Study", "load"]


class Error(Exception):
    """What the program says where it cannot answer; status is its exit status."""

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.status = status


def _program() -> str:
    """The program: of FMS_TUI, beside this Python, or on the PATH."""
    name = "fms-tui.exe" if os.name == "nt" else "fms-tui"
    beside = Path(sys.executable).parent / name
    found = os.environ.get("FMS_TUI") or (str(beside) if beside.exists() else shutil.which(name))
    if not found:
        raise Error("the program fms-tui is not found: install the wheel, or set FMS_TUI to its path")
    return found


def _run(args: Sequence[str], data: bytes | None = None, env: Mapping[str, str] | None = None) -> str:
    """Runs the program and returns what it prints. Progress shows as one line."""
    said: list[str] = []

    def listen(stream: Any) -> None:
        for line in io.TextIOWrapper(stream, encoding="utf-8", errors="replace"):
            said.append(line.rstrip("\n"))
            if sys.stderr.isatty() and re.search(r"\d+ of \d+", line):
                print("\r" + line.strip()[:79].ljust(79), end="\r", file=sys.stderr, flush=True)

    def feed(stream: Any) -> None:
        try:
            with stream:
                stream.write(data)
        except BrokenPipeError:
            pass  # the program has said what is wrong

    stdin = subprocess.DEVNULL if data is None else subprocess.PIPE
    with subprocess.Popen([_program(), *args], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "NO_COLOR": "1", **(env or {})}) as child:
        threads = [threading.Thread(target=listen, args=[child.stderr], daemon=True)]
        if data is not None:
            threads.append(threading.Thread(target=feed, args=[child.stdin], daemon=True))
        try:
            for t in threads:
                t.start()
            assert child.stdout is not None
            out = child.stdout.read()
            status = child.wait()
        except BaseException:  # ctrl+C ends the child too
            child.kill()
            raise
        for t in threads:
            t.join()
    if status != 0:
        lines = [line.removeprefix("fms-tui: ") for line in said if not line.startswith("fms-tui: warning:")]
        raise Error("\n".join(lines) or f"fms-tui ended with status {status}", status)
    return out.decode("utf-8")


def _is_frame(data: Any) -> bool:
    return hasattr(data, "columns") and hasattr(data, "to_csv")


def _long(frame: Any, object: str | None) -> Any:
    """A table whose headers have several rows (pivot_table) as one judgment a row."""
    names = [n if n is not None else f"level{i}" for i, n in enumerate(frame.columns.names)]
    values = [n for n in names if n not in ("attribute", "rater")]
    if "attribute" not in names:  # the first level of varying names is the attribute
        varying = [n for n in values if frame.columns.get_level_values(names.index(n)).nunique() > 1]
        names[names.index((varying or values)[0])] = "attribute"
    rows = frame.copy()
    rows.columns = rows.columns.set_names(names)
    rows.index = rows.index.set_names([object or n or "object" for n in rows.index.names] if rows.index.nlevels == 1 else rows.index.names)
    long = rows.stack(list(range(rows.columns.nlevels))).rename("judgment").reset_index()
    return long[[c for c in long.columns if c == "judgment" or c in rows.index.names or c == "attribute" or long[c].nunique() > 1]]


def _csv(frame: Any, object: str | None) -> bytes:
    """A DataFrame as the program reads it: an index with a name is a column."""
    if frame.columns.nlevels > 1:
        frame = _long(frame, object)
    elif frame.index.name is not None or frame.index.nlevels > 1 or object is not None and object not in frame.columns:
        frame = frame.rename_axis(index=object) if frame.index.nlevels == 1 and object and object not in frame.columns else frame
        frame = frame.reset_index()
    for name, dtype in zip(frame.columns, frame.dtypes):
        if str(dtype) in ("bool", "boolean"):
            frame = frame.assign(**{name: frame[name].astype("Int64")})
    return frame.to_csv(index=False).encode("utf-8")


def _flags(settings: Mapping[str, Any]) -> list[str]:
    """Keyword arguments as flags: max_repeats=3 is --max-repeats 3, True a bare flag, a list a
    flag for each, and a dictionary NAME=VALUE for each."""
    out: list[str] = []
    for key, value in settings.items():
        flag = "--" + key.replace("_", "-")
        if value is True:
            out.append(flag)
        elif isinstance(value, Mapping):
            out += [x for k, v in value.items() for x in (flag, f"{k}={v}")]
        elif isinstance(value, (list, tuple)):
            out += [x for v in value for x in (flag, str(v))]
        elif value is not None and value is not False:
            out += [flag, str(value)]
    return out


class Study:
    """Judgments and what is asked of them.

    data: a DataFrame, or the path of a file, or a list of paths. object, attribute, judgment,
    rater: names of columns, where the program should not find them itself. attributes: names
    to keep. label: a column, or an attribute of labels, a path. Other keyword arguments are the
    program's flags, such as design="form", cost={"clarity": 2}, raters="paper".
    """

    def __init__(self, data: Any, object: str | None = None, attributes: Iterable[str] | None = None,
                 rater: str | None = None, label: str | None = None, labels: str | os.PathLike[str] | None = None,
                 attribute: str | None = None, judgment: str | None = None, **settings: Any):
        self._object = object
        self._data: bytes | None = None
        if _is_frame(data):
            self._paths = ["-"]
            self._data = _csv(data, object)
        else:
            self._paths = [os.fspath(p) for p in (data if isinstance(data, (list, tuple)) else [data])]
        columns = {"object_col": object, "rater_col": rater, "attribute_col": attribute, "judgment_col": judgment}
        self._args = _flags({**columns, "label": label, "labels": None if labels is None else os.fspath(labels), **settings})
        if attributes is not None:
            self._args += ["--attributes", ",".join(attributes)]

    def _ask(self, command: str, *args: str, env: Mapping[str, str] | None = None) -> str:
        return _run([*command.split(), *self._paths, *self._args, *args], self._data, env)

    def select(self, budget: float | Sequence[float] | None = None, algorithm: str = "full", **flags: Any) -> Any:
        """The choice at a budget, by default the recommended one: a Plan. A list of budgets
        gives a list of Plans."""
        several = isinstance(budget, (list, tuple))
        budgets = [] if budget is None else ["--budget", ",".join(str(b) for b in (budget if several else [budget]))]  # type: ignore[union-attr]
        answer = json.loads(self._ask("select", "--json", *budgets, "--algorithm", algorithm, *_flags(flags)))
        plans = [Plan(self, answer, s, _flags(flags)) for s in answer["selections"] if s["algorithm"] == algorithm]
        return plans if several else plans[0]

    def plan(self, budget: float | None = None, **flags: Any) -> Any:
        """What to collect: a DataFrame of attributes; .attrs holds the rest."""
        budgets = [] if budget is None else ["--budget", str(budget)]
        answer = json.loads(self._ask("plan", "--json", *budgets, *_flags(flags)))
        return _frame(answer, "attributes", answer.pop("plan"))

    def check(self, **flags: Any) -> Any:
        """How the data are read: a DataFrame of attributes; .attrs holds the rest."""
        return _frame(json.loads(self._ask("check", "--json", *_flags(flags))), "attributes")

    def agreement(self, **flags: Any) -> Any:
        """How raters agree: a DataFrame of attributes; .attrs holds the rest."""
        return _frame(json.loads(self._ask("check", "--agreement", "--json", *_flags(flags))), "attributes")

    def _repr_html_(self) -> str:
        page = self._ask("report", "-o", "-").replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0" title="fms-tui"></iframe>'


def _frame(answer: dict[str, Any], rows: str, of: dict[str, Any] | None = None) -> Any:
    """The rows of an answer as a DataFrame; the rest of the answer is its attrs."""
    import pandas
    rest = {**answer, **(of or {})}
    frame = pandas.DataFrame(rest.pop(rows))
    frame.attrs = rest
    return frame


class Plan:
    """What to buy of each new object at a budget, and what it is worth."""

    def __init__(self, study: Study, answer: dict[str, Any], selection: dict[str, Any], flags: list[str]):
        self._study, self._flags, self.answer, self.selection = study, flags, answer, selection
        self.label: str = answer["data"]["label"]
        self.budget: float = selection["budget"]
        self.repeats: dict[str, int] = {a: n for a, n in selection["repeats"].items() if n > 0}
        loss = selection["honest_loss"]
        self.loss: float = selection["projected_loss"] if loss is None else loss
        self.error: float = max(self.loss, 0.0) ** 0.5
        self.r2: float = 1 - self.loss / answer["data"]["label_variance"]

    @property
    def table(self) -> Any:
        """A DataFrame: attribute, times, price, weight; the dearest first."""
        import pandas
        costs = {a["name"]: a["cost"] for a in self.answer["attributes"]}
        rows = [(a, n, n * costs[a], self.selection["weights"][a]) for a, n in self.repeats.items()]
        rows.sort(key=lambda row: (-row[2], row[0]))
        return pandas.DataFrame(rows, columns=["attribute", "times", "price", "weight"])

    @functools.cached_property
    def sentence(self) -> str:
        """The answer in words, as the screen says it."""
        shown = self._study._ask("", "--budget", str(self.budget), "--algorithm", self.selection["algorithm"], *self._flags, env={"ACCESSIBLE": "1"})
        return shown.partition("\n")[0].removeprefix("Answer. ")

    def predictor(self) -> Predictor:
        return Predictor(json.loads(self._study._ask(
            "export", "--form", "json", "-o", "-", "--budget", str(self.budget), "--algorithm", self.selection["algorithm"], *self._flags)))

    def __repr__(self) -> str:
        bought = ", ".join(f"{n} × {a}" for a, n in self.repeats.items()) or "nothing"
        return f"Plan of {self.label}: {bought} for {self.selection['spent']:g}; typical error {self.error:.3g}, R² {self.r2:.2f}"


class Predictor:
    """A predictor as `fms-tui export` writes it. It needs numpy alone."""

    def __init__(self, document: Mapping[str, Any]):
        if document.get("kind") != "fms-predictor":
            raise Error("this is no predictor: its kind is %r, and 'fms-predictor' is accepted" % document.get("kind"))
        self.document = dict(document)
        self.label: str = document["label"]
        self.intercept: float = document["intercept"]
        self.attributes: list[str] = [a["name"] for a in document["attributes"]]
        self.repeats = {a["name"]: a["repeats"] for a in document["attributes"]}
        self.weights = {a["name"]: a["weight"] for a in document["attributes"]}

    def predict_one(self, judgments: Mapping[str, Any], raters: Mapping[str, Any] | None = None) -> float:
        """The prediction for one object: judgments, a number or a list, by attribute; NaN where
        an attribute has none. raters, alike, name who judged where a panel's offsets count."""
        total = self.intercept
        offsets = self.document["raters"]["offsets"] if self.document["raters"]["mode"] == "fixed" else {}
        for a in self.attributes:
            values, names = _list(judgments.get(a)), _list((raters or {}).get(a))
            kept = [(float(x), names[i] if i < len(names) else None) for i, x in enumerate(values) if x is not None and x == x]
            if not kept:
                return float("nan")
            total += self.weights[a] * (sum(x - offsets.get(a, {}).get(str(w), 0.0) for x, w in kept) / len(kept))
        return total

    def predict(self, data: Any) -> Any:
        """Predictions of a DataFrame's objects, in their order; or of a list of dictionaries
        of judgments. An array; NaN where an object lacks an attribute."""
        import numpy
        if not _is_frame(data):
            return numpy.array([self.predict_one(row) for row in data])
        objects: dict[Any, tuple[dict[str, list[float]], dict[str, list[str]]]] = {}
        for o, attribute, x, w in self._judgments(data):
            values, names = objects.setdefault(o, ({}, {}))
            values.setdefault(attribute, []).append(x)
            names.setdefault(attribute, []).append(w)
        return numpy.array([self.predict_one(*of) for of in objects.values()])

    def _judgments(self, frame: Any) -> Iterable[tuple[Any, str, Any, Any]]:
        """The judgments of a DataFrame, read as the pilot was."""
        reading = self.document.get("reading", {})
        rows = list(csv.reader(io.StringIO(_csv(frame, reading.get("object-col")).decode())))
        head, rows = rows[0], rows[1:]
        at = {name: i for i, name in enumerate(head)}

        def cell(row: list[str], option: str, *usual: str) -> str | None:
            names = [n for n in (reading.get(option, "").split(",") if reading.get(option) else usual) if n in at]
            return ".".join(row[at[n]] for n in names) if names else None

        stems: dict[int, str] = {}
        for i, name in enumerate(head):
            stem = re.sub(r"\s*(?:[._]\d+|\[\d+\]|\(\d+\)|[\s._-][rR]\d+|\.[xy])$", "", name)
            stems[i] = name if name in self.weights or not stem else stem
        for number, row in enumerate(rows):
            o = cell(row, "object-col", "object", "id")
            o = number if o is None else o
            rater = cell(row, "rater-col", "rater", "worker")
            if (attribute := cell(row, "attribute-col", "attribute")) is not None:
                found = [(attribute, cell(row, "judgment-col", "judgment") or "")]
            else:
                prefix = cell(row, "pivot") if "pivot" in reading else None
                found = [(stems[i] if prefix is None else f"{prefix}.{head[i]}", x) for i, x in enumerate(row)]
            seen = False
            for attribute, text in found:
                if attribute in self.weights and text.strip() not in ("", "NA", "NaN", "nan", "null"):
                    seen = True
                    yield o, attribute, float(text), rater
            if not seen:
                yield o, "", float("nan"), None


def _list(x: Any) -> list[Any]:
    if x is None:
        return []
    return list(x) if hasattr(x, "__iter__") and not isinstance(x, str) else [x]


def load(path: str | os.PathLike[str]) -> Predictor:
    """Reads a predictor that `fms-tui export -o predictor.json` wrote."""
    with open(path, encoding="utf-8") as f:
        return Predictor(json.load(f))


def __getattr__(name: str) -> Any:
    if name == "Selector":  # scikit-learn is loaded where it is asked for
        from .selector import Selector
        return Selector
    raise AttributeError(name)
