/** How wrong our predictions are: the committed summary of the validation report, filtered. */
import { ENGINE_VERSION } from '../engine/version.js';

/** A line of the validation report. */
export interface AccuracySection {
  readonly task: string;
  readonly split: string;
  readonly group: string;
  readonly count: number;
  readonly medianApe: number;
  readonly within25: number;
}

export interface AccuracyQuery {
  readonly task?: string;
  readonly split?: string;
  readonly group?: string;
}

export type ReadAccuracy = (query: AccuracyQuery) => {
  readonly engineVersion: string;
  readonly sections: readonly AccuracySection[];
};

/** `sections` is the summary that the release was committed with (`npm run validate -- --write`). */
export function readAccuracy(sections: readonly AccuracySection[]): ReadAccuracy {
  return ({ task, split, group }) => ({
    engineVersion: ENGINE_VERSION,
    sections: sections.filter(
      (section) =>
        (task === undefined || section.task === task) &&
        (split === undefined || section.split === split) &&
        (group === undefined || section.group === group),
    ),
  });
}
