"""Tests of the module against the program: python3 -m unittest, with FMS_TUI as its path."""

import contextlib
import io
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parent))
import fms_tui as fms

warnings.simplefilter("ignore")


def judgments(n=120, seed=4):
    """A loop of three judges over two criteria, one row a judge and object."""
    rng = np.random.default_rng(seed)
    level = rng.normal(3, 1, n)
    rows = [(f"d{i}", judge, *np.clip(np.round(level[i] + rng.normal(0, s, 2)), 1, 5), round(level[i], 2))
            for i in range(n) for judge, s in (("gpt", .4), ("claude", .7), ("llama", 1))]
    return pd.DataFrame(rows, columns=["id", "judge", "clarity", "tone", "label"])


def program(*args, data=None):
    return subprocess.run([os.environ["FMS_TUI"], *args, "--quiet"], input=data, capture_output=True, text=True, check=True).stdout


class Studies(unittest.TestCase):
    def setUp(self):
        self.frame = judgments()
        self.dir = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.dir.name, "judgments.csv")
        self.frame.to_csv(self.path, index=False)

    def tearDown(self):
        self.dir.cleanup()

    def test_select_is_the_programs(self):
        """A DataFrame and its file have one answer, that of the program."""
        answer = json.loads(program("select", self.path, "--budget", "3", "--json"))
        for study in (fms.Study(self.frame, object="id", label="label"), fms.Study(self.path)):
            plan = study.select(budget=3)
            self.assertEqual(plan.selection["repeats"], answer["selections"][0]["repeats"])
            self.assertAlmostEqual(plan.loss, answer["selections"][0]["honest_loss"], delta=1e-12)
            self.assertEqual(plan.table["times"].sum(), sum(plan.repeats.values()))
            self.assertIn("redicts label with a typical error", plan.sentence)
        plans = fms.Study(self.path).select(budget=[1, 2, 3])
        self.assertEqual([p.budget for p in plans], [1, 2, 3])
        self.assertGreater(plans[2].r2, plans[0].r2)

    def test_tables(self):
        study = fms.Study(self.path)
        self.assertEqual(len(study.check()), 6)
        self.assertEqual(len(study.agreement()), 6)
        plan = study.plan(3)
        self.assertEqual(plan["judgments"].sum(), 3)
        self.assertEqual(plan.attrs["label"], "label")
        self.assertIn("<iframe", study._repr_html_())

    def test_prediction_is_the_programs(self):
        new = judgments(40, 9).drop(columns="label")
        new_path = os.path.join(self.dir.name, "new.csv")
        new.to_csv(new_path, index=False)
        path = os.path.join(self.dir.name, "p.json")
        for budget in (1, 3, 5):
            predictor = fms.Study(self.path).select(budget=budget).predictor()
            Path(path).write_text(json.dumps(predictor.document))
            want = pd.read_csv(io.StringIO(program("predict", path, new_path)))["prediction"]
            np.testing.assert_allclose(predictor.predict(new), want, rtol=1e-12)
            np.testing.assert_allclose(fms.load(path).predict(new), want, rtol=1e-12)
        one = {a: [3, 4] for a in predictor.attributes}
        mean = {a: 3.5 for a in predictor.attributes}
        self.assertAlmostEqual(predictor.predict_one(one), predictor.predict_one(mean), delta=1e-12)
        self.assertTrue(math.isnan(predictor.predict_one({})))

    def test_panel(self):
        """A fixed panel's offsets count."""
        rng = np.random.default_rng(2)
        level = rng.normal(size=120)
        rows = [(i, w, level[i] + rng.normal() + s, rng.normal() + level[i], level[i]) for i in range(120) for w, s in (("a", -1), ("b", 0), ("c", 2))]
        frame = pd.DataFrame(rows, columns=["object", "rater", "tall", "broad", "label"])
        predictor = fms.Study(frame, object="object", rater="rater", label="label", raters="fixed").select(budget=4).predictor()
        self.assertEqual(predictor.document["raters"]["mode"], "fixed")
        path = os.path.join(self.dir.name, "p.json")
        Path(path).write_text(json.dumps(predictor.document))
        want = pd.read_csv(io.StringIO(program("predict", path, "-", "--label", "label", data=frame.to_csv(index=False))))["prediction"]
        np.testing.assert_allclose(predictor.predict(frame), want, rtol=1e-11)

    def test_shapes_of_frames(self):
        """Headers of two rows, an index, categories and nullable numbers come in right."""
        raters = self.frame.rename(columns={"judge": "rater"})
        labels = os.path.join(self.dir.name, "labels.csv")
        self.frame.groupby("id").label.first().to_csv(labels)
        plain = fms.Study(raters.drop(columns="label"), object="id", rater="rater", labels=labels).select(budget=3)
        wide = raters.pivot_table(index="id", columns=["rater"], values=["clarity", "tone"])
        self.assertEqual(wide.columns.nlevels, 2)
        self.assertEqual(fms.Study(wide, labels=labels).select(budget=3).repeats, plain.repeats)
        typed = raters.astype({"rater": "category", "tone": "Int64"}).drop(columns="label").set_index("id")
        self.assertEqual(fms.Study(typed, rater="rater", labels=labels).select(budget=3).repeats, plain.repeats)
        typed.iloc[3, typed.columns.get_loc("tone")] = pd.NA
        counts = fms.Study(typed, rater="rater", labels=labels).check().set_index("name")["judgments"]
        self.assertEqual(counts.to_dict(), {"clarity": 360, "tone": 359})

    def test_errors_are_sentences(self):
        with self.assertRaisesRegex(fms.Error, "cannot be opened"):
            fms.Study("no.csv").select()
        with self.assertRaisesRegex(fms.Error, "budgt") as caught:
            fms.Study(self.path).select(budgt=3)
        self.assertEqual(caught.exception.status, 2)
        with self.assertRaisesRegex(fms.Error, "no predictor"):
            fms.Predictor({"kind": "x"})

    def test_interrupt_ends_the_program(self):
        """ctrl+C ends Python and the program with it."""
        with tempfile.TemporaryDirectory() as d:
            slow = os.path.join(d, "slow")
            Path(slow).write_text("#!/bin/sh\necho $$ > %s/pid\nexec sleep 60\n" % d)
            os.chmod(slow, 0o755)
            child = subprocess.Popen([sys.executable, "-c", "import fms_tui; fms_tui.Study('x.csv').select()"], stderr=subprocess.DEVNULL,
                                     env={**os.environ, "FMS_TUI": slow, "PYTHONPATH": str(Path(__file__).parent)})
            pid = os.path.join(d, "pid")
            while not os.path.exists(pid) or not Path(pid).read_text().strip():
                time.sleep(.05)
            child.send_signal(signal.SIGINT)
            child.wait()
            with self.assertRaises(ProcessLookupError):
                os.kill(int(Path(pid).read_text()), 0)


class Documents(unittest.TestCase):
    """What the documents show runs, in the order in which they show it."""

    def run_blocks(self, blocks):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as d:
            os.chdir(d)
            try:
                judgments().to_csv("judgments.csv", index=False)
                shown = {}
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    for block in blocks:
                        exec(compile(block, "a block", "exec"), shown)
                return out.getvalue()
            finally:
                os.chdir(before)

    def test_page(self):
        page = (Path(__file__).parents[2] / "docs" / "dev" / "python.md").read_text()
        out = self.run_blocks(re.findall(r"```python\n(.*?)```", page, re.S))
        self.assertIn("typical error", out)
        self.assertIn("cannot be opened", out)

    def test_notebook(self):
        notebook = json.loads((Path(__file__).parent / "tutorial.ipynb").read_text())
        out = self.run_blocks("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code")
        self.assertIn("human_mean", out)


class Selectors(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(1)
        level = rng.normal(size=150)
        self.X = pd.DataFrame({f"a{j}": level * (j % 3) + rng.normal(size=150) for j in range(6)})
        self.y = level + rng.normal(size=150) / 5

    def test_fits_and_predicts(self):
        s = fms.Selector(budget=2).fit(self.X, self.y)
        self.assertEqual(s.repeats_.sum(), 2)
        np.testing.assert_allclose(s.predict(self.X), self.X @ s.coef_ + s.intercept_, rtol=1e-10)
        again = pd.concat([self.X, self.X + .1], axis=1)  # a second judgment of each
        self.assertEqual(len(fms.Selector(budget=4).fit(again, self.y).predict(again)), 150)

    def test_pipeline_and_folds(self):
        from sklearn.base import clone
        from sklearn.model_selection import cross_val_score
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        s = clone(fms.Selector().set_params(budget=3))
        self.assertEqual(s.get_params()["budget"], 3)
        self.assertGreater(cross_val_score(make_pipeline(StandardScaler(), s), self.X, self.y, cv=3).mean(), .3)

    def test_checks_of_estimators(self):
        from sklearn.utils.estimator_checks import check_estimator
        failed = {}
        for estimator, check in check_estimator(fms.Selector(), generate_only=True):
            try:
                check(estimator)
            except unittest.SkipTest:
                pass
            except Exception as e:
                failed[check.func.__name__] = str(e)[:200]
        self.assertEqual(failed, {})


if __name__ == "__main__":
    unittest.main()
