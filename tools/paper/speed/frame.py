import sys
import numpy as np
import pandas as pd

# The plan of 20 judgments an object by algorithm Full: covariances of true values, projected
# onto positive semidefinite matrices, and greedy choice with rank-one updates.
BUDGET = 20
df = pd.read_csv(sys.argv[1])
if sys.argv[2] == "long":
    cells = df.groupby(["object", "attribute"], sort=False)["judgment"].agg(["mean", "var"])
    x = cells["mean"].unstack()
    v = cells["var"].groupby("attribute").mean()[x.columns].to_numpy()
else:
    g = df.drop(columns=["rater", "label"]).groupby("object", sort=False)
    x, v = g.mean(), g.var().mean().to_numpy()
y = df.groupby("object", sort=False)["label"].first()[x.index].to_numpy()
x = x.to_numpy() - x.to_numpy().mean(axis=0)
b = x.T @ (y - y.mean()) / (len(y) - 1)
s = x.T @ x / (len(y) - 1) - np.diag(v / 2)
values, vectors = np.linalg.eigh(s)
s = (vectors * np.maximum(values, 0)) @ vectors.T
repeats, p, w, support = np.zeros(len(b), int), None, None, []
for _ in range(BUDGET):
    # A new attribute j adds (b_j - s_jS w)^2 / (s_jj + v_j - s_jS P s_Sj), and one more
    # judgment of a chosen attribute makes its variance v_j / r smaller.
    gain = np.zeros(len(b))
    if support:
        c = s[:, support]
        rest = np.diag(s) + v - np.einsum("ij,jk,ik->i", c, p, c)
        gain = (b - c @ w) ** 2 / rest
        for i, j in enumerate(support):
            less = v[j] / repeats[j] - v[j] / (repeats[j] + 1)
            gain[j] = less * w[i] ** 2 / (1 - less * p[i, i])
    else:
        gain = b**2 / (np.diag(s) + v)
    j = int(np.argmax(gain))
    if repeats[j]:
        i = support.index(j)
        less = v[j] / repeats[j] - v[j] / (repeats[j] + 1)
        u = p[:, i].copy()
        p += np.outer(u, u) * less / (1 - less * u[i])
    elif support:
        u = p @ s[support, j]
        q = s[j, j] + v[j] - s[support, j] @ u
        p = np.block([[p + np.outer(u, u) / q, -u[:, None] / q], [-u[None, :] / q, np.array([[1 / q]])]])
        support.append(j)
    else:
        support, p = [j], np.array([[1 / (s[j, j] + v[j])]])
    repeats[j] += 1
    w = p @ b[support]
print({int(j): int(repeats[j]) for j in support})
