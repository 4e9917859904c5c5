"""How `inspect view` shows results: scores first, failures on top."""

from __future__ import annotations

from inspect_ai.viewer import (
    SampleScoreView,
    ScoreColorScale,
    TaskSamplesColumn,
    TaskSamplesSort,
    TaskSamplesView,
    ViewerConfig,
)


def episode_viewer(*scores: str) -> ViewerConfig:
    """Give the columns of the sample list: id (of conditions), seed, scores."""
    scale = ScoreColorScale(palette="good-high", min=0, max=1)
    shown = ("sampleStatus", "sampleId", "epoch")
    hidden = ("input", "target", "answer", "tokens", "duration", "retries")
    return ViewerConfig(
        task_samples_view=TaskSamplesView(
            name="Episodes",
            columns=[
                *(TaskSamplesColumn(id=name) for name in shown),
                *(TaskSamplesColumn.score(name) for name in scores),
                TaskSamplesColumn(id="error"),
                TaskSamplesColumn(id="limit"),
                *(TaskSamplesColumn(id=name, visible=False) for name in hidden),
            ],
            sort=[
                TaskSamplesSort.score("passed"),
                TaskSamplesSort(column="sampleId"),
                TaskSamplesSort(column="epoch"),
            ],
            multiline=False,
            compact_scores=False,
            score_color_scales=dict.fromkeys(scores, scale),
            color_scales_enabled=True,
        ),
        sample_score_view=SampleScoreView(default="grid"),
    )
