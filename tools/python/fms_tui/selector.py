"""Selector: the choice of attributes as an estimator of scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y

from . import Error, Study


class Selector(RegressorMixin, BaseEstimator):
    """Chooses columns of X within a budget and predicts y from them.

    Columns of a DataFrame with one name are repeated judgments of one attribute; other
    columns are judged once each. budget: the sum of prices, None for the recommended one.
    algorithm: "full", "scoring" and others. settings: flags of the program, by name.
    After fit: plan_, predictor_, repeats_ (by column), coef_, intercept_, n_features_in_.
    """

    def __init__(self, budget: float | None = None, algorithm: str = "full", settings: dict[str, Any] | None = None):
        self.budget = budget
        self.algorithm = algorithm
        self.settings = settings

    def fit(self, X: Any, y: Any) -> Selector:
        names = _names(X)
        X, y = check_X_y(X, y, force_all_finite="allow-nan", y_numeric=True)
        if len(y) < 2:
            raise ValueError(f"{len(y)} sample: a choice needs 2 at least")
        import pandas
        self.n_features_in_ = X.shape[1]
        if names is not None:
            self.feature_names_in_ = numpy.array(names, dtype=object)
        self._stems = list(names) if names is not None else [f"x{j}" for j in range(X.shape[1])]
        at = numpy.argwhere(~numpy.isnan(X))
        frame = pandas.DataFrame({"object": at[:, 0], "attribute": [self._stems[j] for j in at[:, 1]],
                                  "judgment": X[at[:, 0], at[:, 1]], "label": numpy.asarray(y, float)[at[:, 0]]})
        study = Study(frame, object="object", attribute="attribute", judgment="judgment", label="label", layout="long", **(self.settings or {}))
        try:
            self.plan_ = study.select(self.budget, algorithm=self.algorithm)
            self.predictor_ = self.plan_.predictor()
        except Error as e:
            raise ValueError(str(e)) from e
        share = {a: self._stems.count(a) for a in self.predictor_.attributes}
        self.repeats_ = numpy.array([self.predictor_.repeats.get(a, 0) for a in self._stems])
        self.coef_ = numpy.array([self.predictor_.weights.get(a, 0.0) / share.get(a, 1) for a in self._stems])
        self.intercept_ = self.predictor_.intercept
        return self

    def predict(self, X: Any) -> Any:
        check_is_fitted(self, "predictor_")
        self._check_feature_names(X, reset=False)
        X = check_array(X, force_all_finite="allow-nan")
        if X.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input")
        total = numpy.full(len(X), self.intercept_)
        for a in self.predictor_.attributes:
            at = [j for j, name in enumerate(self._stems) if name == a]
            total += self.predictor_.weights[a] * (X[:, at[0]] if len(at) == 1 else numpy.nanmean(X[:, at], axis=1))
        return total

    def _more_tags(self) -> dict[str, Any]:
        return {"allow_nan": True, "poor_score": True}


def _names(X: Any) -> list[str] | None:
    names = getattr(X, "columns", None)
    return [str(n) for n in names] if names is not None and all(isinstance(n, str) for n in names) else None
