#!/usr/bin/env python3
"""Why judgments are clipped and not replaced by a median: the table of docs/data.md.

    python3 tools/paper/classes/clip.py

300 objects teach, 3000 test; six attributes with four judgments of each; least squares on
means, on means of judgments clipped at 2.5 standard deviations, and on medians. The mean
squared error on the test objects in units of the label's variance, over 40 worlds.
"""

import numpy as np


def world(rng, n, noise):
    common = rng.normal(size=(n, 1))
    z = 0.6 * common + 0.8 * rng.normal(size=(n, 6))
    y = z @ np.array([0.6, 0.5, 0.4, 0.3, 0.2, 0.1]) + 0.5 * rng.normal(size=n)
    x = z[:, :, None] + noise(rng, (n, 6, 4))
    return x, y


NOISES = {
    "Gaussian": lambda r, s: r.normal(size=s),
    "Student's t, 3 degrees of freedom": lambda r, s: r.standard_t(3, size=s),
    "5 % wild (ten times the noise)": lambda r, s: r.normal(size=s) * np.where(r.random(s) < 0.05, 10, 1),
}


def clip(x, mean, sd):
    return np.clip(x, mean - 2.5 * sd, mean + 2.5 * sd)


def error(a, y, b, truth):
    one = lambda m: np.column_stack([np.ones(len(m)), m])
    w = np.linalg.lstsq(one(a), y, rcond=None)[0]
    return np.mean((truth - one(b) @ w) ** 2) / np.var(truth)


def main():
    print("| noise | means | clipped means | medians |\n|---|--:|--:|--:|")
    cases = [(n, f, None) for n, f in NOISES.items()]
    cases += [("binary judgments", NOISES["Gaussian"], lambda x: (x > 0) * 1.0), ("grades 1 to 5", NOISES["Gaussian"], lambda x: np.clip(np.round(x + 3), 1, 5))]
    for name, noise, shown in cases:
        found = []
        for seed in range(40):
            rng = np.random.default_rng(seed)
            x, y = world(rng, 300, noise)
            z, t = world(rng, 3000, noise)
            if shown:
                x, z = shown(x), shown(z)
            mean, sd = x.mean(axis=(0, 2), keepdims=True), x.std(axis=(0, 2), keepdims=True)
            found.append([
                error(x.mean(2), y, z.mean(2), t),
                error(clip(x, mean, sd).mean(2), y, clip(z, mean, sd).mean(2), t),
                error(np.median(x, 2), y, np.median(z, 2), t),
            ])
        m = np.mean(found, axis=0)
        print(f"| {name} | {m[0]:.3f} | {m[1]:.3f} | {m[2]:.3f} |")


if __name__ == "__main__":
    main()
