"""Writes answers.csv: four language models that do not exist answer questions on passages, each question twice.

    python example_project/language-models/generate.py

A model is right on a question with a chance that depends on the model, on how hard the passage is, and on the question;
so the questions on a passage are not independent. The seed is fixed, and the same file is written each time.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

MODELS = {"large": 1.3, "medium": 1.1, "small": 0.5, "tiny": -0.4}
PASSAGES, ANSWERS, SEED = 40, 2, 20241101


def rows() -> list[tuple[object, ...]]:
    """Return a row for each answer: benchmark, model, passage, question, which answer, and whether it is right."""
    generator = np.random.default_rng(SEED)
    answers: list[tuple[object, ...]] = []
    for passage in range(1, PASSAGES + 1):
        hard = 1.2 * generator.normal()
        liking = dict(zip(MODELS, 0.5 * generator.normal(size=len(MODELS)), strict=True))
        for question in range(1, int(generator.integers(1, 5)) + 1):
            harder = hard + 0.8 * generator.normal()
            for model, ability in MODELS.items():
                chance = 1 / (1 + np.exp(-(ability + liking[model] - harder)))
                name = f"p{passage:02d}-q{question}"
                answers += [
                    ("reading", model, f"p{passage:02d}", name, answer, int(generator.random() < chance))
                    for answer in range(1, ANSWERS + 1)
                ]
    return answers


if __name__ == "__main__":
    with (Path(__file__).parent / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("benchmark", "model", "passage", "question", "answer", "right"))
        writer.writerows(rows())
