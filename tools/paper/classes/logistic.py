#!/usr/bin/env python3
"""fms-tui's calls beside a logistic regression of scikit-learn on the same splits.

    python3 tools/paper/classes/logistic.py FMS-TUI DATA

FMS-TUI is the program, DATA the folder of the real data sets. It prints the table of
docs/classes.md. In each of ten random halves fms-tui chooses the judgments and learns from
one half; the logistic regression learns from the mean judgments of the same attributes of
that half. Both predict the other half from the same judgments. Labels are cut at the
median of all objects.
"""

import csv
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.linear_model import LogisticRegressionCV
from sklearn.metrics import accuracy_score, log_loss, roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SPLITS = 10
SETS = [("hanna_llm", "human_mean", 8), ("hanna_human", "llm_mean", 6), ("newsroom", "informativeness", 3), ("argq_novice", "heldout_quality", 8)]


def load(folder, label):
    with gzip.open(os.path.join(folder, "judgments.csv.gz"), "rt") as f:
        rows = [r for r in csv.DictReader(f) if r["judgment"] != ""]
    with open(os.path.join(folder, "labels.csv")) as f:
        labels = {r["object"]: float(r[label]) for r in csv.DictReader(f) if r[label] != ""}
    middle = statistics.median(labels.values())
    return rows, {o: int(y > middle) for o, y in labels.items()}


def write(path, rows, labels, objects):
    with open(path, "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["object", "attribute", "judgment"])
        out.writerows((r["object"], r["attribute"], r["judgment"]) for r in rows if r["object"] in objects)
    with open(path + ".labels", "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["object", "high"])
        out.writerows((o, labels[o]) for o in objects)


def means(rows, objects, attributes):
    sums = {}
    for r in rows:
        sums.setdefault((r["object"], r["attribute"]), []).append(float(r["judgment"]))
    kept = [o for o in objects if all((o, a) in sums for a in attributes)]
    return kept, np.array([[np.mean(sums[o, a]) for a in attributes] for o in kept])


def scores(y, p):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return roc_auc_score(y, p), accuracy_score(y, p >= 0.5), log_loss(y, p)


def main(program, data):
    print("| data | objects | AUC | of logistic | accuracy | of logistic | log loss | of logistic |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, label, budget in SETS:
        rows, labels = load(os.path.join(data, name), label)
        all_objects = sorted({r["object"] for r in rows} & set(labels))
        found = []
        for split in range(SPLITS):
            objects = all_objects[:]
            random.Random(split).shuffle(objects)
            half = len(objects) // 2
            train, test = objects[:half], objects[half:]
            with tempfile.TemporaryDirectory() as folder:
                at = lambda n: os.path.join(folder, n)
                write(at("train.csv"), rows, labels, set(train))
                write(at("test.csv"), rows, labels, set(test))
                run = lambda *args: subprocess.run([program, *args], check=True, stdout=subprocess.PIPE, stderr=None, text=True).stdout
                run("export", at("train.csv"), "--labels", at("train.csv.labels"), "--label", "high", "--budget", str(budget),
                    "--design", "single", "--raters", "paper", "--max-repeats", "4", "-o", at("p.json"), "--quiet")
                out = run("predict", at("p.json"), at("test.csv"), "--quiet")
                with open(at("p.json")) as f:
                    attributes = [a["name"] for a in json.load(f)["attributes"]]
            ours = {r["object"]: float(r["probability"]) for r in csv.DictReader(out.splitlines()) if r["probability"] != ""}
            learned, x = means(rows, train, attributes)
            held, z = means(rows, test, attributes)
            logistic = make_pipeline(StandardScaler(), LogisticRegressionCV(Cs=10, cv=5, scoring="neg_log_loss", max_iter=2000))
            logistic.fit(x, [labels[o] for o in learned])
            y = [labels[o] for o in held]
            found.append(scores(y, np.array([ours[o] for o in held])) + scores(y, logistic.predict_proba(z)[:, 1]))
        m = np.mean(found, axis=0)
        print(f"| {name} | {len(all_objects)} | {m[0]:.3f} | {m[3]:.3f} | {m[1]:.3f} | {m[4]:.3f} | {m[2]:.3f} | {m[5]:.3f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
